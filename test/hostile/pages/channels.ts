import { type HostileGroup, markup, script } from '../hostile-page.ts'

/** Messages, locks and workers that keep the browser's other processes busy. */
export const CHANNELS: HostileGroup = {
  group: 'channels',
  pages: [
    script(
      'a storm in a channel',
      `
      const [one, other] = [new BroadcastChannel('x'), new BroadcastChannel('x')]
      for (const channel of [one, other]) channel.onmessage = () => { channel.postMessage(0); channel.postMessage(0) }
      one.postMessage(0)`,
    ),
    script(
      'a storm between workers',
      `
      const url = URL.createObjectURL(new Blob(['const c = new BroadcastChannel("y"); c.onmessage = () => { c.postMessage(0); c.postMessage(0) }; setInterval(() => c.postMessage(0), 1)']))
      for (let i = 0; i < 6; i++) new Worker(url)`,
    ),
    script(
      'a storm of storage events',
      `
      document.body.append(document.createElement('iframe')); document.querySelector('iframe').srcdoc = '<script>onstorage = () => { localStorage.x = Math.random() }<' + '/script>'
      setInterval(() => { for (let i = 0; i < 200; i++) localStorage.x = Math.random() }, 1); onstorage = () => { localStorage.x = Math.random() }`,
    ),
    script(
      'a database that blocks the next one',
      `
      const first = indexedDB.open('blocked', 1)
      first.onsuccess = () => { first.result.onversionchange = () => {}; for (let i = 2; i < 300; i++) indexedDB.open('blocked', i); indexedDB.deleteDatabase('blocked') }`,
      { must: 'be-observed' },
    ),
    script(
      'locks that are never given back',
      `for (let i = 0; i < 2000; i++) navigator.locks?.request('lock' + i % 10, () => new Promise(() => {})).catch(() => {})`,
      { must: 'be-observed' },
    ),
    script(
      'workers that spin on shared memory',
      `
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
      const url = URL.createObjectURL(new Blob(['onmessage = ({ data }) => { const at = new Int32Array(data.buffer); for (;;) { Atomics.add(at, 0, 1); Atomics.notify(at, 0) } }']))
      for (let i = 0; i < 4; i++) { const worker = new Worker(url); try { worker.postMessage(memory) } catch {} }`,
    ),
    script(
      'workers that make workers',
      `
      const source = 'setInterval(() => { try { new Worker(self.location.href) } catch {} }, 30)'
      new Worker(URL.createObjectURL(new Blob([source])))`,
    ),
    script(
      'streams without end',
      `
      const endless = () => new ReadableStream({ pull(controller) { controller.enqueue(new Uint8Array(1e5)) } })
      for (let i = 0; i < 10; i++) endless().pipeThrough(new CompressionStream('gzip')).pipeTo(new WritableStream())`,
    ),
    markup(
      'messages between sites',
      () =>
        `<p>text</p><iframe src="OTHERPATH/echo"></iframe><script>addEventListener('message', ({ source }) => { source.postMessage(0, '*'); source.postMessage(0, '*') }); document.querySelector('iframe').onload = ({ target }) => target.contentWindow.postMessage(0, '*')</script>`,
      {
        also: {
          '/echo':
            '<script>addEventListener("message", () => { parent.postMessage(0, "*"); parent.postMessage(0, "*") })</script>',
        },
      },
    ),
    script(
      'observers of everything',
      `
      new PerformanceObserver((list) => { for (let i = 0; i < 100; i++) performance.mark('m' + i) }).observe({ entryTypes: ['mark'] }); performance.mark('first')
      new ReportingObserver(() => {}).observe()`,
    ),
    script(
      'idle time that is never idle',
      `const again = () => { requestIdleCallback(again); requestIdleCallback(again); scheduler?.postTask?.(() => {}, { priority: 'user-blocking' }) }; again()`,
    ),
    script(
      'urgent tasks without end',
      `const again = () => { scheduler.postTask(again, { priority: 'user-blocking' }); scheduler.postTask(() => {}, { priority: 'user-blocking' }) }; again()`,
    ),
  ],
}
