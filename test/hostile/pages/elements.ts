import { type HostileGroup, pressed, script } from '../hostile-page.ts'

/** Elements that are not what they were, where they were, or what they say. */
export const ELEMENTS: HostileGroup = {
  group: 'elements',
  pages: [
    script(
      'the tree changes in every frame',
      `
      const again = () => { document.body.append(document.createElement('button')); document.body.children[2]?.remove(); requestAnimationFrame(again) }; again()`,
    ),
    script(
      'everything is replaced in every frame',
      `
      const again = () => { document.body.innerHTML = document.body.innerHTML; requestAnimationFrame(again) }; again()`,
      { click: 'Press' },
    ),
    script(
      'moves away on pointer down',
      `
      const button = document.querySelector('button')
      addEventListener('pointerdown', () => { button.style.cssText = 'position: fixed; left: ' + Math.random() * 500 + 'px' }, true)`,
      { click: 'Press', must: 'be-observed' },
    ),
    script(
      'runs from the pointer',
      `
      const button = document.querySelector('button')
      button.onpointerenter = button.onpointermove = () => { button.style.cssText = 'position: fixed; top: ' + Math.random() * 500 + 'px' }`,
      { click: 'Press' },
    ),
    script(
      'never stops moving',
      `
      const button = document.querySelector('button'); let x = 0; button.style.position = 'fixed'
      const again = () => { button.style.left = (x = (x + 9) % 900) + 'px'; requestAnimationFrame(again) }; again()`,
      { click: 'Press' },
    ),
    script(
      'is another when it is clicked',
      `
      setTimeout(() => { const button = document.querySelector('button'); button.replaceWith(Object.assign(document.createElement('button'), { textContent: 'Delete all' })) }, 600)`,
      { click: 'Press' },
    ),
    script(
      'an overlay under the pointer',
      `
      const cover = document.body.appendChild(document.createElement('div'))
      cover.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647'`,
      { click: 'Press', must: 'fail', always: true },
    ),
    script(
      'an overlay that comes and goes',
      `
      const cover = document.body.appendChild(document.createElement('div'))
      setInterval(() => { cover.style.cssText = cover.style.cssText ? '' : 'position: fixed; inset: 0' }, 30)`,
      { click: 'Press' },
    ),
    script(
      'grows without end',
      `
      const button = document.querySelector('button'); let size = 10
      setInterval(() => { button.style.width = button.style.height = (size *= 1.1) + 'px' }, 16)`,
      { click: 'Press' },
    ),
    script(
      'takes the focus',
      `const field = document.body.appendChild(document.createElement('input')); setInterval(() => field.focus(), 1)`,
      {
        click: 'Press',
        must: 'be-observed',
      },
    ),
    script(
      'scrolls all the time',
      `document.body.style.height = '90000px'; setInterval(() => scrollTo(0, Math.random() * 90000), 5)`,
      { click: 'Press' },
    ),
    script(
      'animates for ever',
      `
      document.head.insertAdjacentHTML('beforeend', '<style>@keyframes s { to { transform: translate(300px, 200px) rotate(1turn) } } * { animation: s .3s infinite }</style>')`,
      { click: 'Press' },
    ),
    script(
      'a flood of shadow roots',
      `
      for (let i = 0, into = document.body; i < 3000; i++) { const host = document.createElement('div'); into.append(host)
        host.attachShadow({ mode: i % 2 ? 'open' : 'closed' }).innerHTML = '<button>In</button>'; if (i % 20 && i < 400) into = host.shadowRoot }`,
      { must: 'be-observed' },
    ),
    script(
      'custom elements that throw in every callback',
      `
      customElements.define('x-boom', class extends HTMLElement { static observedAttributes = ['title']
        constructor() { super(); setTimeout(() => { throw new Error('constructed') }) } connectedCallback() { throw new Error('connected') }
        disconnectedCallback() { throw new Error('gone') } attributeChangedCallback() { throw new Error('changed') } get role() { throw new Error('role') } })
      document.body.insertAdjacentHTML('beforeend', '<x-boom title="a" role="button">Boom</x-boom>'.repeat(200))`,
      { must: 'be-observed', always: true },
    ),
    script(
      'every prototype throws',
      `
      const boom = () => { throw new Error('boom') }
      for (const of of [Node, Element, HTMLElement, Document, EventTarget, Event, MouseEvent, HTMLInputElement, CSSStyleDeclaration, DOMRect])
        for (const [key, { configurable, get, value }] of Object.entries(Object.getOwnPropertyDescriptors(of.prototype)))
          if (configurable && key !== 'constructor') Object.defineProperty(of.prototype, key, get ? { get: boom, set: boom } : typeof value === 'function' ? { value: boom } : { value })`,
      { click: 'Press', must: 'be-observed' },
    ),
    script(
      'the language itself is broken',
      `
      const boom = () => { throw new Error('boom') }
      JSON.stringify = JSON.parse = Object.keys = Object.create = Reflect.apply = Array.from = boom
      for (const of of [Array, Map, Set, WeakMap, WeakSet, Promise, String, RegExp, Function]) for (const key of Object.getOwnPropertyNames(of.prototype))
        if (key !== 'constructor' && typeof Object.getOwnPropertyDescriptor(of.prototype, key).value === 'function') of.prototype[key] = boom
      Object.prototype.get = boom; Object.prototype.value = 1`,
      { click: 'Press', must: 'be-observed' },
    ),
    script(
      'clobbered forms',
      `
      document.body.insertAdjacentHTML('beforeend', '<form>' + ['parentNode', 'attributes', 'children', 'tagName', 'getAttribute', 'ownerDocument', 'id', 'action', 'method', 'nodeType', 'querySelectorAll', 'isConnected', 'shadowRoot', 'getBoundingClientRect', 'innerText', 'textContent', 'firstChild', 'nextSibling', 'localName']
        .map((name) => '<input name="' + name + '" id="' + name + '">').join('') + '<button>Send</button></form>')`,
      { click: 'Send' },
    ),
    script(
      'a clobbered document',
      `
      document.body.insertAdjacentHTML('beforeend', ['body', 'head', 'title', 'documentElement', 'querySelectorAll', 'createTreeWalker', 'activeElement', 'readyState', 'forms', 'defaultView', 'getElementById', 'elementFromPoint', 'URL', 'location']
        .map((name) => '<img name="' + name + '" id="' + name + '"><form name="' + name + '"></form>').join(''))`,
      { click: 'Press', must: 'be-observed' },
    ),
    pressed('throws when it is clicked', 'throw new Error("x".repeat(1e6))', { must: 'be-observed' }),
    pressed('removes everything when it is clicked', 'document.documentElement.remove()', { must: 'be-observed' }),
    script('has no root', 'setTimeout(() => document.documentElement.remove(), 50)', { must: 'be-observed' }),
    script(
      'is no HTML any more',
      `
      setTimeout(() => { const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); document.replaceChild(svg, document.documentElement) }, 50)`,
      { must: 'be-observed' },
    ),
  ],
}
