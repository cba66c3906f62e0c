import { type HostileGroup, pressed, script } from '../hostile-page.ts'

/** Scripts without end, in every place where a page can run one. */
export const SCRIPTS: HostileGroup = {
  group: 'scripts without end',
  pages: [
    script('while the document is parsed', 'for (;;);'),
    script('once it is loaded', `addEventListener('load', () => { for (;;); })`),
    script('a moment after it was quiet', 'setTimeout(() => { for (;;); }, 700)', { always: true }),
    pressed('on a click', 'for (;;);'),
    pressed('again and again from a click', 'setInterval(() => { for (;;); }, 0)'),
    script('on pointer down', `addEventListener('pointerdown', () => { for (;;); })`, { click: 'Press' }),
    script(
      'in a mutation observer',
      `
      const seen = new MutationObserver(() => { document.body.append(document.createElement('i')) })
      seen.observe(document, { childList: true, subtree: true }); document.body.append('x')`,
    ),
    script('in microtasks', 'const again = () => Promise.resolve().then(again); again()', { always: true }),
    script(
      'in animation frames',
      `
      const again = () => { const end = performance.now() + 200; while (performance.now() < end); requestAnimationFrame(again) }; again()`,
    ),
    script(
      'in a resize observer',
      `
      const box = document.body.appendChild(document.createElement('div')); let width = 1
      new ResizeObserver(() => { box.style.width = (width = width % 900 + 1) + 'px' }).observe(box)`,
      { must: 'be-observed' },
    ),
    script(
      'in workers',
      `
      const url = URL.createObjectURL(new Blob(['for (;;);'])); for (let i = 0; i < 4; i++) new Worker(url)`,
      { must: 'be-observed' },
    ),
    script(
      'in WebAssembly',
      `
      const code = [0,97,115,109,1,0,0,0, 1,4,1,96,0,0, 3,2,1,0, 7,5,1,1,102,0,0, 10,9,1,7,0,3,64,12,0,11,11]
      const { f } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code))).exports; setTimeout(f, 500)`,
    ),
    script('in a regular expression', `setTimeout(() => /^(a+)+$/.test('a'.repeat(60) + '!'), 400)`),
    script(
      'in a synchronous request',
      `
      setTimeout(() => { const ask = new XMLHttpRequest(); ask.open('GET', location.pathname + '/never', false); ask.send() }, 400)`,
      {
        also: { '/never': () => {} },
      },
    ),
    script(
      'in messages to itself',
      `
      const { port1, port2 } = new MessageChannel()
      for (const port of [port1, port2]) port.onmessage = () => { port.postMessage(0); port.postMessage(0) }
      port1.postMessage(0)`,
    ),
    script('in the debugger', 'setInterval(() => { debugger }, 10)', { must: 'be-observed' }),
    script('as page after page is left', `addEventListener('pagehide', () => { for (;;); })`, {
      must: 'be-observed',
      always: true,
    }),
    script('as it is unloaded', `addEventListener('unload', () => { location.replace('/other'); for (;;); })`, {
      must: 'be-observed',
    }),
    script(
      'as the next page takes its place',
      `document.open(); document.write('<p>text</p>'); document.close(); addEventListener('pageswap', () => { for (;;); })`,
      { must: 'be-observed' },
    ),
    script(
      'as it is shown',
      `for (const name of ['pageshow', 'pagereveal']) addEventListener(name, () => { for (;;); })`,
    ),
    pressed(
      'as it is hidden or frozen',
      `addEventListener('visibilitychange', () => { for (;;); }); addEventListener('freeze', () => { for (;;); }); addEventListener('blur', () => { for (;;); })`,
    ),
    script('as it is asked to leave', `addEventListener('beforeunload', () => { for (;;); })`, { must: 'be-observed' }),
  ],
}
