import { type HostileGroup, markup, pressed, script } from '../hostile-page.ts'

/** Styles, layouts and layers that never come to rest. */
export const RENDERING: HostileGroup = {
  group: 'rendering',
  pages: [
    script('a view transition that never begins', 'document.startViewTransition(() => new Promise(() => {}))', {
      click: 'Press',
    }),
    script(
      'view transition upon view transition',
      'const again = () => { document.startViewTransition(() => document.body.append("x")).finished.finally(again) }; again()',
      { click: 'Press' },
    ),
    markup(
      'a hundred thousand elements that move',
      () =>
        `<style>@keyframes s { to { transform: rotate(1turn) } } i { animation: s 1s infinite; display: inline-block }</style>${'<i>x</i>'.repeat(100_000)}<button>Press</button>`,
    ),
    script(
      'popovers that open each other',
      `
      for (let i = 0; i < 200; i++) { const pop = document.body.appendChild(document.createElement('div')); pop.popover = i % 2 ? 'auto' : 'manual'; pop.textContent = 'Pop ' + i
        pop.ontoggle = () => { const all = document.querySelectorAll('[popover]'); all[(i * 7 + 1) % all.length].togglePopover() } }
      document.querySelector('[popover]').showPopover()`,
      { click: 'Press' },
    ),
    script(
      'modal dialogs by the hundred',
      `
      setInterval(() => { const dialog = document.body.appendChild(document.createElement('dialog')); dialog.innerHTML = '<button autofocus>Stay</button>'; dialog.showModal() }, 10)`,
      { click: 'Press' },
    ),
    markup('anchors in a circle', () => {
      const boxes = Array.from(
        { length: 500 },
        (_, n) =>
          `<div style="position: absolute; anchor-name: --a${n}; position-anchor: --a${(n + 1) % 500}; top: anchor(bottom); left: anchor(right); position-try-fallbacks: flip-block, flip-inline">Box ${n}</div>`,
      )
      return `${boxes.join('')}<button>Press</button>`
    }),
    markup(
      'a container that asks for another size',
      () =>
        `<style>#c { container-type: inline-size; resize: both } @container (min-width: 300px) { p { width: 100px } } @container (max-width: 299px) { p { width: 900px } }</style><div id="c"><p>text</p></div><button>Press</button>
        <script>const c = document.getElementById('c'); let wide = false; new ResizeObserver(() => { wide = !wide; c.style.width = wide ? '200px' : '400px' }).observe(c)</script>`,
      { must: 'be-observed' },
    ),
    markup(
      'containers in containers',
      () =>
        `<style>div { container-type: inline-size; padding: 1px } @container (min-width: 1px) { div { color: red } }</style>${'<div>'.repeat(400)}<button>Press</button>`,
    ),
    script(
      'a list that never ends',
      `
      const more = () => { for (let i = 0; i < 200; i++) { const p = document.body.appendChild(document.createElement('p')); p.innerHTML = '<a href="/home">Item</a>' } }
      more(); new IntersectionObserver(([seen]) => { if (seen.isIntersecting) { more(); document.body.append(end) } }, { rootMargin: '5000px' }).observe(Object.assign(document.body.appendChild(document.createElement('div')), { id: 'end' }))
      setInterval(() => scrollBy(0, 5000), 10)`,
    ),
    script(
      'what nobody sees is seen all the time',
      `
      document.head.insertAdjacentHTML('beforeend', '<style>section { content-visibility: auto; contain-intrinsic-size: 1px }</style>')
      document.body.insertAdjacentHTML('beforeend', '<section>text <button>In</button></section>'.repeat(3000))
      document.addEventListener('contentvisibilityautostatechange', ({ target, skipped }) => { target.style.height = skipped ? '3px' : '3000px' }, true)`,
    ),
    script(
      'a focus that is caught',
      `
      document.body.insertAdjacentHTML('beforeend', '<input id="a"><input id="b">')
      for (const [from, to] of ['ab', 'ba']) document.getElementById(from).onfocus = () => document.getElementById(to).focus()
      document.getElementById('a').focus()`,
      { click: 'Press' },
    ),
    pressed(
      'a picture that is drawn without end',
      `const paint = document.body.appendChild(Object.assign(document.createElement('canvas'), { width: 4000, height: 4000 })).getContext('2d'); paint.filter = 'blur(90px)'
      const again = () => { for (let i = 0; i < 50; i++) paint.drawImage(paint.canvas, 1, 1); requestAnimationFrame(again) }; again()`,
    ),
    markup(
      'filters upon filters',
      () =>
        `<style>div { filter: blur(50px) drop-shadow(0 0 99px red); backdrop-filter: blur(50px) }</style>${'<div>x'.repeat(150)}<button>Press</button>`,
    ),
    markup('a choice of a million', () => `<select aria-label="Many">${'<option>x'.repeat(1_000_000)}</select>`),
  ],
}
