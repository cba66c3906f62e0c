import { fill, markup, script, type Vector, type VectorGroup } from '../vector.ts'

const redirect = (status: number, more: Partial<Vector> = {}): Vector => ({
  name: `redirect ${status} of the page`,
  open: (aim, path) => aim.evil(`${path}/hop`),
  routes: {
    hop: (aim, path) => (_request, response) => response.writeHead(status, { location: aim.canary(path) }).end(),
  },
  ...more,
})

const clicked = (name: string, source: string, more: Partial<Vector> = {}): Vector =>
  markup(name, source, { click: 'Go', ...more })

/** The main document is to become the forbidden one. */
export const navigation: VectorGroup = {
  group: 'navigation',
  vectors: [
    { name: 'opened by its address', open: (aim, path) => aim.canary(path) },
    { name: 'opened by a name', open: (aim, path) => aim.canaryNamed(path) },
    ...[301, 302, 303, 307, 308].map((status) => redirect(status)),
    redirect(302, {
      name: 'redirect through ten hops',
      routes: {
        hop: (aim, path) => (request, response) => {
          const hop = Number(URL.parse(request.url ?? '', 'http://x')?.searchParams.get('n') ?? 0)
          const location = hop < 9 ? `${aim.evil(`${path}/hop`)}?n=${hop + 1}` : aim.canary(path)
          response.writeHead(302, { location }).end()
        },
      },
    }),
    redirect(302, {
      name: 'redirect to a name',
      routes: {
        hop: (aim, path) => (_request, response) => response.writeHead(302, { location: aim.canaryNamed(path) }).end(),
      },
    }),
    redirect(302, {
      name: 'redirect with a host that only a URL parser understands',
      stoppedBy: 'guard',
      routes: {
        hop: (aim, path) => (_request, response) =>
          response.writeHead(302, { location: `//evil.test@${aim.canaryAddress}:${aim.canaryPort}/${path}` }).end(),
      },
    }),
    markup('meta refresh', '<meta http-equiv="refresh" content="0;url=URL">'),
    { name: 'refresh header', page: () => 'x', headers: (aim, path) => ({ refresh: `0;url=${aim.canary(path)}` }) },
    script('location.href', 'location.href = "URL"'),
    script('location.assign', 'location.assign("URL")'),
    script('location.replace', 'location.replace("URL")'),
    script('location after a timer', 'setTimeout(() => { location = "URL" }, 100)'),
    script('navigation API', 'navigation.navigate("URL")'),
    script(
      'click of a link that is in no document',
      'Object.assign(document.createElement("a"), { href: "URL" }).click()',
    ),
    script(
      'submit of a form',
      'const f = document.createElement("form"); f.action = "URL"; document.body.append(f); f.submit()',
    ),
    script(
      'submit of a form with POST',
      'const f = document.createElement("form"); f.method = "post"; f.action = "URL"; f.innerHTML = "<input name=a value=b>"; document.body.append(f); f.submit()',
    ),
    script(
      'submit of a form as multipart',
      'const f = document.createElement("form"); f.method = "post"; f.enctype = "multipart/form-data"; f.action = "URL"; f.innerHTML = "<input name=a value=b>"; document.body.append(f); f.requestSubmit()',
    ),
    {
      name: 'redirect 307 of a form with POST',
      page: (aim, path) =>
        `<form method="post" action="${aim.evil(`${path}/hop`)}"><input name="a" value="b"></form><script>document.forms[0].submit()</script>`,
      routes: {
        hop: (aim, path) => (_request, response) => response.writeHead(307, { location: aim.canary(path) }).end(),
      },
    },
    clicked('click of a link', '<a href="URL">Go</a>'),
    clicked('click of a link with a base', '<base href="http://ADDRESS:CPORT/"><a href="/PATH">Go</a>'),
    clicked('click of a link whose target changes on the way', '<a href="/" onclick="this.href=\'URL\'">Go</a>'),
    clicked('click of a button that submits', '<form action="/"><button formaction="URL">Go</button></form>'),
    clicked(
      'click of an image map',
      '<map name="m"><area shape="default" href="URL" alt="x"></map><button onclick="document.querySelector(\'area\').click()">Go</button>',
    ),
    clicked('click of a link in SVG', '<svg width="100" height="40"><a href="URL"><text y="20">Go</text></a></svg>'),
    clicked('click that opens a window', '<button onclick="window.open(\'URL\')">Go</button>', { stoppedBy: 'guard' }),
    clicked('click of a link to a new page', '<a href="URL" target="_blank">Go</a>', { stoppedBy: 'guard' }),
    clicked('click of a link with a ping', '<a href="#x" ping="URL">Go</a>', { unnamed: true }),
    clicked('click of a javascript: link', '<a href="javascript:location=\'URL\'">Go</a>'),
    script('history and reload', 'history.pushState(null, "", "/x"); location = "URL"'),
    script('window.open with a name', 'open("URL", "_self")', { stoppedBy: 'guard' }),
    {
      name: 'a document of a blob that navigates',
      page: (aim, path) =>
        `<script>location = URL.createObjectURL(new Blob(["<script>location='${aim.canary(path)}'</" + "script>"], { type: "text/html" }))</script>`,
    },
    { name: 'a host in another spelling: decimal', open: (aim, path) => respell(aim.canary(path), 'decimal') },
    { name: 'a host in another spelling: hexadecimal', open: (aim, path) => respell(aim.canary(path), 'hex') },
    { name: 'a host in another spelling: octal', open: (aim, path) => respell(aim.canary(path), 'octal') },
    { name: 'a host in another spelling: short', open: (aim, path) => respell(aim.canary(path), 'short') },
    { name: 'a host in another spelling: full-width', open: (aim, path) => respell(aim.canary(path), 'wide') },
    { name: 'a host in another spelling: percent encoding', open: (aim, path) => respell(aim.canary(path), 'percent') },
    { name: 'a host in another spelling: trailing dot', open: (aim, path) => respell(aim.canary(path), 'dot') },
    { name: 'a host in another spelling: IPv4-mapped', open: (aim, path) => respell(aim.canary(path), 'mapped') },
    {
      name: 'a name of loopback',
      open: (aim, path) => `http://localhost:${aim.canaryPort}/${path}`,
    },
    { name: 'a name below localhost', open: (aim, path) => `http://a.localhost:${aim.canaryPort}/${path}` },
    { name: 'the unspecified address', open: (aim, path) => `http://0.0.0.0:${aim.canaryPort}/${path}` },
    { name: 'loopback of IPv6', open: (aim, path) => `http://[::1]:${aim.canaryPort}/${path}` },
    {
      name: 'credentials in the URL',
      open: (aim, path) => fill('http://user:pass@ADDRESS:CPORT/PATH', aim, path),
      stoppedBy: 'guard',
    },
    { name: 'a view-source URL', open: (aim, path) => `view-source:${aim.canary(path)}`, stoppedBy: 'guard' },
    { name: 'a port that browsers refuse', open: (aim) => `http://${aim.canaryAddress}:22/`, stoppedBy: 'browser' },
  ],
}

type Spelling = 'decimal' | 'hex' | 'octal' | 'short' | 'wide' | 'percent' | 'dot' | 'mapped'

function respell(url: string, spelling: Spelling): string {
  return url.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)/, (host, ...groups: string[]) => {
    const parts = groups.slice(0, 4).map(Number) as [number, number, number, number]
    const whole = parts.reduce((sum, part) => sum * 256 + part, 0)
    const spelled: Record<Spelling, string> = {
      decimal: String(whole),
      hex: `0x${whole.toString(16)}`,
      octal: parts.map((part) => `0${part.toString(8)}`).join('.'),
      short: `${parts[0]}.${whole % 2 ** 24}`,
      wide: host.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      percent: host.replace(/\d/g, (digit) => `%3${digit}`),
      dot: `${host}.`,
      mapped: `[::ffff:${host}]`,
    }
    return spelled[spelling]
  })
}
