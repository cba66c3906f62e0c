import { type HostileGroup, pressed, script } from '../hostile-page.ts'

/** Bounded by the limits that Chromium itself sets for a renderer. */
export const MEMORY: HostileGroup = {
  group: 'crashes and memory',
  pages: [
    script('small arrays without end', 'const kept = []; for (;;) kept.push(new Array(1e5).fill(kept.length))'),
    pressed('one array too large', 'const kept = []; for (;;) kept.push(new Uint8Array(2 ** 31))', {
      must: 'be-observed',
    }),
    pressed('a string that doubles', 'let text = "x"; for (;;) text += text', { must: 'be-observed' }),
    script(
      'canvases without end',
      `
      const kept = []; setInterval(() => {
        const canvas = document.createElement('canvas'); canvas.width = canvas.height = 4000
        if (kept.length < 40) { canvas.getContext('2d').fillRect(0, 0, 4000, 4000); kept.push(canvas) }
      }, 10)`,
    ),
    script(
      'elements without end',
      `
      const grow = () => { const part = document.createDocumentFragment()
        for (let i = 0; i < 500; i++) part.append(document.createElement('button')); document.body.append(part); setTimeout(grow, 5) }; grow()`,
    ),
    script('recursion without end', 'const deeper = () => deeper() + 1; deeper()', { must: 'be-observed' }),
    {
      name: 'a renderer that a link crashes',
      page: '<a href="chrome://crash">Crash</a><script>location.href = "chrome://crash"</script>',
      click: 'Crash',
    },
  ],
}
