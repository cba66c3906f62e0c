import { markup, script, type Vector, type VectorGroup } from '../vector.ts'

/** A worker made of text. */
const worker = (name: string, source: string, more: Partial<Vector> = {}): Vector =>
  script(
    name,
    `window.w = new Worker(webkitURL.createObjectURL(new Blob([${JSON.stringify(source)}], { type: "text/javascript" })))`,
    more,
  )

/** What script can ask for, in the page, in workers and while it goes away. */
export const scripts: VectorGroup = {
  group: 'scripts',
  vectors: [
    script('fetch', 'fetch("URL").catch(() => {})'),
    script('fetch without CORS', 'fetch("URL", { mode: "no-cors" }).catch(() => {})'),
    script('fetch by a name', 'fetch("NAMED", { mode: "no-cors" }).catch(() => {})'),
    script('fetch with a preflight', 'fetch("URL", { method: "PUT", headers: { "x-a": "1" } }).catch(() => {})'),
    script('fetch with a body', 'fetch("URL", { method: "POST", mode: "no-cors", body: "secret" }).catch(() => {})'),
    script(
      'fetch with keepalive',
      'fetch("URL", { method: "POST", mode: "no-cors", keepalive: true, body: "x" }).catch(() => {})',
    ),
    script(
      'fetch of a private address space',
      'fetch("URL", { mode: "no-cors", targetAddressSpace: "loopback" }).catch(() => {})',
      {
        stoppedBy: 'browser',
        unnamed: true,
      },
    ),
    script('fetch over TLS', 'fetch("https://ADDRESS:CPORT/PATH", { mode: "no-cors" }).catch(() => {})'),
    script('fetch that follows a redirect', 'fetch("SELF/hop", { mode: "no-cors" }).catch(() => {})', {
      routes: {
        hop: (aim, path) => (_request, response) => response.writeHead(302, { location: aim.canary(path) }).end(),
      },
    }),
    script('fetchLater', 'try { fetchLater("https://ADDRESS:CPORT/PATH", { activateAfter: 0 }) } catch {}', {
      stoppedBy: 'browser',
      unnamed: true,
    }),
    script('XMLHttpRequest', 'const x = new XMLHttpRequest(); x.open("GET", "URL"); x.send()'),
    script(
      'XMLHttpRequest that blocks',
      'try { const x = new XMLHttpRequest(); x.open("POST", "URL", false); x.send("a") } catch {}',
    ),
    script('sendBeacon', 'navigator.sendBeacon("URL", "x")'),
    script(
      'sendBeacon while the page goes away',
      'addEventListener("pagehide", () => navigator.sendBeacon("URL", "x")); location = "/blank"',
    ),
    script(
      'fetch with keepalive while the page goes away',
      'addEventListener("pagehide", () => fetch("URL", { method: "POST", mode: "no-cors", keepalive: true, body: "x" })); location = "/blank"',
    ),
    script(
      'image while the page goes away',
      'addEventListener("pagehide", () => { new Image().src = "URL" }); location = "/blank"',
    ),
    script('EventSource', 'window.s = new EventSource("URL")'),
    script('WebSocket', 'window.s = new WebSocket("WSURL")'),
    script('WebSocket over TLS', 'window.s = new WebSocket("wss://ADDRESS:CPORT/PATH")'),
    script('WebSocket by a name', 'window.s = new WebSocket("NAMED".replace("http", "ws"))'),
    script('WebSocketStream', 'try { window.s = new WebSocketStream("WSURL") } catch {}'),
    script('WebTransport', 'try { new WebTransport("https://ADDRESS:CPORT/PATH").ready.catch(() => {}) } catch {}', {
      stoppedBy: 'flags',
      unnamed: true,
    }),
    script(
      'WebRTC with STUN',
      'const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:ADDRESS:CPORT" }] }); p.createDataChannel("a"); p.setLocalDescription(await p.createOffer()); window.p = p',
      { stoppedBy: 'flags', unnamed: true, watchMs: 800 },
    ),
    script(
      'WebRTC with TURN over UDP',
      'const p = new RTCPeerConnection({ iceServers: [{ urls: "turn:ADDRESS:CPORT", username: "a", credential: "b" }] }); p.createDataChannel("a"); p.setLocalDescription(await p.createOffer()); window.p = p',
      { stoppedBy: 'flags', unnamed: true, watchMs: 800 },
    ),
    script(
      'WebRTC with TURN over TCP',
      'const p = new RTCPeerConnection({ iceTransportPolicy: "relay", iceServers: [{ urls: "turn:ADDRESS:CPORT?transport=tcp", username: "a", credential: "b" }] }); p.createDataChannel("a"); p.setLocalDescription(await p.createOffer()); window.p = p',
      { watchMs: 800, stoppedBy: 'flags', unnamed: true },
    ),
    script(
      'WebRTC with a candidate of the canary',
      `const a = new RTCPeerConnection(), b = new RTCPeerConnection(); a.createDataChannel("x"); await a.setLocalDescription(); await b.setRemoteDescription(a.localDescription); await b.setLocalDescription(); await a.setRemoteDescription(b.localDescription); a.addIceCandidate({ candidate: "candidate:1 1 UDP 2122260223 ADDRESS CPORT typ host", sdpMid: "0" }).catch(() => {}); window.p = [a, b]`,
      { stoppedBy: 'flags', unnamed: true, watchMs: 800 },
    ),
    script(
      'WebRTC with a candidate that has a name',
      'const a = new RTCPeerConnection(), b = new RTCPeerConnection(); window.ab = [a, b]; a.createDataChannel("x"); await a.setLocalDescription(); await b.setRemoteDescription(a.localDescription); await b.setLocalDescription(); await a.setRemoteDescription(b.localDescription); a.addIceCandidate({ candidate: "candidate:1 1 udp 2122260223 secret.canary.example 7000 typ host", sdpMid: "0", sdpMLineIndex: 0 }).catch(() => {})',
      { stoppedBy: 'flags', unnamed: true, watchMs: 1_500 },
    ),
    script('Image', 'window.i = new Image(); i.src = "URL"'),
    script('Audio', 'window.a = new Audio("URL"); a.load()'),
    script('FontFace', 'new FontFace("f", "url(URL)").load().catch(() => {})'),
    script('dynamic import', 'import("URL").catch(() => {})'),
    script('import by name of a JSON module', 'import("URL", { with: { type: "json" } }).catch(() => {})'),
    script('import of a style sheet', 'import("URL", { with: { type: "css" } }).catch(() => {})'),
    script('import by what is imported', 'import("data:text/javascript,import \'URL\'").catch(() => {})'),
    script('WebAssembly', 'WebAssembly.compileStreaming(fetch("URL")).catch(() => {})'),
    script(
      'a download that no guard sees',
      'const f = document.createElement("iframe"); document.body.append(f); const { stopPropagation } = f.contentWindow.Event.prototype; const l = document.createElement("a"); l.href = "URL"; l.onclick = (e) => { stopPropagation.call(e); l.download = "x" }; document.body.append(l); l.click()',
    ),
    markup('document.write', '<script>document.write("<img src=URL>")</script>'),
    script('innerHTML', 'document.body.innerHTML = "<img src=URL>"'),
    script('setHTMLUnsafe', 'document.body.setHTMLUnsafe("<img src=URL>")'),
    script(
      'DOMParser and adoption',
      'document.body.append(new DOMParser().parseFromString("<img src=URL>", "text/html").body.firstChild)',
    ),
    worker('worker that fetches', 'fetch("URL", { mode: "no-cors" }).catch(() => {})'),
    worker('worker that imports', 'try { importScripts("URL") } catch {}'),
    worker('worker with a WebSocket', 'self.s = new WebSocket("WSURL")'),
    worker('worker with an EventSource', 'self.s = new EventSource("URL")'),
    worker('worker with XMLHttpRequest', 'const x = new XMLHttpRequest(); x.open("GET", "URL"); x.send()'),
    worker('worker in a worker', "self.w = new Worker(\"data:text/javascript,fetch('URL',{mode:'no-cors'})\")"),
    script('worker of a foreign URL', 'try { new Worker("URL") } catch {}', { stoppedBy: 'browser', unnamed: true }),
    script('module worker of our own that imports', 'window.w = new Worker("SELF/worker.js", { type: "module" })', {
      routes: {
        'worker.js': (aim, path) => (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'text/javascript' })
            .end(`import(${JSON.stringify(aim.canary(path))}).catch(() => {})`),
      },
    }),
    script('worker whose script redirects', 'try { window.w = new Worker("SELF/worker.js") } catch {}', {
      stoppedBy: 'browser',
      unnamed: true,
      routes: {
        'worker.js': (aim, path) => (_request, response) =>
          response.writeHead(302, { location: aim.canary(path) }).end(),
      },
    }),
    script('SharedWorker', "window.w = new SharedWorker(\"data:text/javascript,fetch('URL',{mode:'no-cors'})\")", {
      stoppedBy: 'guard',
      unnamed: true,
    }),
    script('service worker', 'navigator.serviceWorker?.register("SELF/sw.js").catch(() => {})', {
      stoppedBy: 'guard',
      unnamed: true,
      routes: {
        'sw.js': (aim, path) => (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'text/javascript' })
            .end(`fetch(${JSON.stringify(aim.canary(path))})`),
      },
    }),
    script('audio worklet', 'new AudioContext().audioWorklet?.addModule("URL").catch(() => {})', {
      stoppedBy: 'browser',
      unnamed: true,
    }),
    script('paint worklet', 'CSS.paintWorklet?.addModule("URL").catch(() => {})', {
      stoppedBy: 'browser',
      unnamed: true,
    }),
    script('cache', 'caches?.open("a").then((c) => c.add("URL")).catch(() => {})', {
      stoppedBy: 'browser',
      unnamed: true,
    }),
    script(
      'background fetch',
      'navigator.serviceWorker?.ready.then((r) => r.backgroundFetch.fetch("a", "URL")).catch(() => {})',
      { stoppedBy: 'browser', unnamed: true },
    ),
    script(
      'payment request',
      'try { new PaymentRequest([{ supportedMethods: "https://ADDRESS:CPORT/PATH" }], { total: { label: "a", amount: { currency: "EUR", value: "1" } } }).canMakePayment().catch(() => {}) } catch {}',
      { stoppedBy: 'browser', unnamed: true },
    ),
    script(
      'federated credentials',
      'navigator.credentials?.get({ identity: { providers: [{ configURL: "https://ADDRESS:CPORT/PATH", clientId: "a" }] } }).catch(() => {})',
      { stoppedBy: 'browser', unnamed: true },
    ),
    script(
      'timers that hammer',
      'let n = 0; const t = setInterval(() => { new Image().src = "URL?" + n; if (++n > 100) clearInterval(t) }, 1)',
    ),
    script('the proxy asked directly', 'fetch("http://127.0.0.1:PPORT/", { mode: "no-cors" }).catch(() => {})', {
      stoppedBy: 'guard',
    }),
    script(
      'the proxy asked with guessed credentials',
      'for (const p of ["admin", "", "proxy"]) fetch("http://127.0.0.1:PPORT/" + p, { mode: "no-cors", headers: { "proxy-authorization": "Basic eDp5" } }).catch(() => {})',
      { stoppedBy: 'guard' },
    ),
    script(
      'a tunnel to the proxy itself',
      'window.s = new WebSocket("ws://127.0.0.1:PPORT/"); fetch("https://localhost:PPORT/").catch(() => {})',
      { stoppedBy: 'guard' },
    ),
    script(
      'a request within a request to the proxy',
      'fetch("http://127.0.0.1:PPORT/", { method: "POST", mode: "no-cors", body: "GET URL HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n" }).catch(() => {})',
      { stoppedBy: 'guard' },
    ),
  ],
}
