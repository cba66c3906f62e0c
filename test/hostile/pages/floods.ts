import { type HostileGroup, pressed, script } from '../hostile-page.ts'

/** Requests to the browser, the network and the person, more than anyone answers. */
export const FLOODS: HostileGroup = {
  group: 'floods and requests',
  pages: [
    script(
      'console messages',
      'setInterval(() => { for (let i = 0; i < 500; i++) console.log("x".repeat(1000), { i }) }, 5)',
    ),
    script(
      'errors',
      'setInterval(() => { for (let i = 0; i < 100; i++) setTimeout(() => { throw new Error("x".repeat(1000)) }) }, 5)',
    ),
    script(
      'requests',
      'setInterval(() => { for (let i = 0; i < 20; i++) fetch("/home?" + Math.random()).catch(() => {}) }, 10)',
    ),
    script(
      'requests that never end',
      'for (let i = 0; i < 300; i++) fetch(location.pathname + "/never?" + i).catch(() => {})',
      { also: { '/never': () => {} }, must: 'be-observed' },
    ),
    script(
      'sockets',
      'setInterval(() => { for (let i = 0; i < 10; i++) new WebSocket("ws://" + location.host + "/home?" + i) }, 10)',
    ),
    script(
      'images that fail',
      'setInterval(() => { for (let i = 0; i < 20; i++) new Image().src = "/missing?" + Math.random() }, 10)',
    ),
    script('beacons', 'setInterval(() => navigator.sendBeacon("/home", "x".repeat(10000)), 5)'),
    script('event streams', 'for (let i = 0; i < 50; i++) new EventSource(location.pathname + "/stream?" + i)', {
      also: {
        '/stream': (_, response) =>
          response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 1\ndata: x\n\n'),
      },
    }),
    pressed('popups', 'for (let i = 0; i < 50; i++) open("/home?" + i)', { must: 'fail', always: true }),
    script('popups without a click', 'setInterval(() => open("/home"), 10)', { always: true }),
    pressed(
      'downloads',
      `for (let i = 0; i < 30; i++) { const link = Object.assign(document.createElement('a'), { href: 'data:application/octet-stream,' + i, download: 'f' + i }); document.body.append(link); link.click() }`,
      { must: 'fail' },
    ),
    script(
      'downloads without a click',
      `setInterval(() => { const link = Object.assign(document.createElement('a'), { href: 'data:application/octet-stream,x', download: 'f' }); link.click() }, 20)`,
    ),
    script(
      'permissions',
      `
      setInterval(() => { for (const ask of [() => Notification.requestPermission(), () => navigator.geolocation.getCurrentPosition(() => {}, () => {}),
        () => navigator.mediaDevices.getUserMedia({ audio: true, video: true }), () => navigator.requestMIDIAccess(), () => navigator.storage.persist(), () => navigator.credentials.get({ password: true })])
        try { ask()?.catch?.(() => {}) } catch {} }, 10)`,
      { must: 'be-observed' },
    ),
    pressed(
      'the clipboard',
      `for (let i = 0; i < 100; i++) { navigator.clipboard?.writeText('x').catch(() => {}); navigator.clipboard?.readText().catch(() => {}); document.execCommand('copy'); document.execCommand('paste') }`,
    ),
    pressed(
      'the whole screen and the pointer',
      `document.body.requestFullscreen().catch(() => {}); document.body.requestPointerLock()?.catch?.(() => {}); navigator.keyboard?.lock?.().catch(() => {})`,
    ),
    pressed(
      'the file chooser',
      `for (let i = 0; i < 20; i++) { const field = Object.assign(document.createElement('input'), { type: 'file' }); field.click(); try { field.showPicker() } catch {} }`,
    ),
    pressed('other programs', `for (let i = 0; i < 20; i++) location.href = 'mailto:x' + i + '@example.test'`),
    script(
      'service workers',
      `for (let i = 0; i < 20; i++) navigator.serviceWorker?.register('/sw.js?' + i, { scope: '/' }).catch(() => {})`,
      { must: 'be-observed' },
    ),
    script(
      'workers',
      `const url = URL.createObjectURL(new Blob(['setInterval(() => postMessage("x".repeat(1e5)), 1)'])); for (let i = 0; i < 40; i++) new Worker(url)`,
    ),
    script(
      'shared workers and channels',
      `const say = new BroadcastChannel('x'); say.onmessage = () => say.postMessage(0); new BroadcastChannel('x').postMessage(0); try { new SharedWorker('data:text/javascript,for(;;);') } catch {}`,
    ),
    script(
      'storage',
      `try { for (let i = 0; ; i++) localStorage.setItem('k' + i, 'x'.repeat(1e5)) } catch {} for (let i = 0; i < 500; i++) document.cookie = 'k' + i + '=' + 'x'.repeat(3000)`,
    ),
    script(
      'databases',
      `for (let i = 0; i < 50; i++) { const ask = indexedDB.open('d' + i); ask.onupgradeneeded = () => { const store = ask.result.createObjectStore('s', { autoIncrement: true }); for (let n = 0; n < 50; n++) store.add('x'.repeat(1e5)) } }`,
    ),
    script(
      'graphics',
      `
      for (let i = 0; i < 20; i++) { const gl = document.body.appendChild(document.createElement('canvas')).getContext('webgl'); gl?.getExtension('WEBGL_lose_context')?.loseContext() }`,
    ),
    script(
      'sound and speech',
      `for (let i = 0; i < 20; i++) { try { new AudioContext().createOscillator().start(); speechSynthesis.speak(new SpeechSynthesisUtterance('x'.repeat(10000))) } catch {} }`,
    ),
    pressed(
      'dragging that it starts itself',
      `document.body.setAttribute('draggable', 'true'); for (let i = 0; i < 100; i++) document.body.dispatchEvent(new DragEvent('dragstart', { bubbles: true }))`,
    ),
    script(
      'events on the secret channel of others',
      `
      setInterval(() => { for (let i = 0; i < 200; i++) { document.dispatchEvent(new CustomEvent('e' + i, { detail: '{"kind":"download","detail":""}' })); globalThis.__dshReport?.('x') } }, 5)`,
      { must: 'be-observed' },
    ),
  ],
}
