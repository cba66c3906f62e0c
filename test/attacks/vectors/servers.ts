import type { Vector, VectorGroup } from '../vector.ts'

const header = (name: string, headers: Vector['headers'], more: Partial<Vector> = {}): Vector => ({
  name: `header ${name}`,
  page: () => '<p>text</p>',
  ...(headers && { headers }),
  ...more,
})

/** The page is a stream of bytes that the server chooses. */
const raw = (name: string, bytes: (canary: string) => string, more: Partial<Vector> = {}): Vector => ({
  name: `response ${name}`,
  page: (aim, path) => `<img src="${aim.evil(`${path}/raw`)}"><img src="${aim.evil(`${path}/raw?2`)}">`,
  routes: {
    raw: (aim, path) => (_request, response) => {
      response.socket?.end(bytes(aim.canary(path)), 'latin1')
    },
  },
  stoppedBy: 'browser',
  unnamed: true,
  ...more,
})

/** What a server says beside the page, and how it says it. */
export const servers: VectorGroup = {
  group: 'server behaviour',
  vectors: [
    header('Link: preload', (aim, path) => ({ link: `<${aim.canary(path)}>; rel=preload; as=image` })),
    header('Link: stylesheet', (aim, path) => ({ link: `<${aim.canary(path)}>; rel=stylesheet` }), {
      stoppedBy: 'browser',
      unnamed: true,
    }),
    header('Link: preconnect', (aim, path) => ({ link: `<${aim.canary(path)}>; rel=preconnect` }), {
      stoppedBy: 'flags',
      unnamed: true,
    }),
    header('Link: prefetch', (aim, path) => ({ link: `<${aim.canary(path)}>; rel=prefetch` }), {
      unnamed: true,
      watchMs: 800,
    }),
    header('Link: modulepreload', (aim, path) => ({ link: `<${aim.canary(path)}>; rel=modulepreload` })),
    header('Speculation-Rules', (aim, path) => ({ 'speculation-rules': `"${aim.evil(`${path}/rules`)}"` }), {
      stoppedBy: 'flags',
      unnamed: true,
      routes: {
        rules: (aim, path) => (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'application/speculationrules+json' })
            .end(JSON.stringify({ prefetch: [{ urls: [aim.canary(path)], eagerness: 'immediate' }] })),
      },
    }),
    header('Speculation-Rules at the canary', (aim, path) => ({ 'speculation-rules': `"${aim.canary(path)}"` })),
    header(
      'Link: compression-dictionary',
      (aim, path) => ({ link: `<${aim.canary(path)}>; rel="compression-dictionary"` }),
      {
        watchMs: 1_000,
        unnamed: true,
      },
    ),
    header(
      'Link: dns-prefetch',
      () => ({ 'x-dns-prefetch-control': 'on', link: '<//secret.canary.example>; rel=dns-prefetch' }),
      { page: () => '<a href="//secret.canary.example">x</a>', stoppedBy: 'flags', unnamed: true },
    ),
    header(
      'session registration',
      (aim, path) => ({
        'secure-session-registration': `(ES256);path="${aim.canary(path)}";challenge="x"`,
        'sec-session-registration': `(ES256);path="${aim.canary(path)}";challenge="x"`,
      }),
      { stoppedBy: 'browser', unnamed: true },
    ),
    header(
      'CSP report-uri',
      (aim, path) => ({ 'content-security-policy': `img-src 'none'; report-uri ${aim.canary(path)}` }),
      {
        page: () => '<img src="/x">',
      },
    ),
    header(
      'Reporting-Endpoints',
      (aim, path) => ({
        'reporting-endpoints': `a="https://${aim.canaryAddress}:${aim.canaryPort}/${path}"`,
        'content-security-policy': "img-src 'none'; report-to a",
      }),
      { page: () => '<img src="/x">', stoppedBy: 'browser', unnamed: true },
    ),
    header(
      'NEL and Report-To',
      (aim, path) => ({
        'report-to': JSON.stringify({
          group: 'g',
          max_age: 9,
          endpoints: [{ url: aim.canary(path).replace('http', 'https') }],
        }),
        nel: '{"report_to":"g","max_age":9,"success_fraction":1}',
      }),
      { stoppedBy: 'browser', unnamed: true },
    ),
    header(
      'Alt-Svc',
      (aim) => ({
        'alt-svc': `h2="${aim.canaryAddress}:${aim.canaryPort}", h3="${aim.canaryAddress}:${aim.canaryPort}"`,
      }),
      {
        page: () => '<img src="/again">',
        stoppedBy: 'browser',
        unnamed: true,
      },
    ),
    header('SourceMap', (aim, path) => ({ sourcemap: aim.canary(path) }), {
      page: (aim, path) => `<script>1//# sourceMappingURL=${aim.canary(path)}\n</script>`,
      stoppedBy: 'browser',
      unnamed: true,
    }),
    header('Content-Location and base', (aim, path) => ({ 'content-location': aim.canary(path) }), {
      page: (aim) => `<base href="http://${aim.canaryAddress}:${aim.canaryPort}/"><img src="x">`,
    }),
    header(
      'Proxy-Authenticate on a page',
      () => ({ 'proxy-authenticate': 'Basic realm="x"', 'www-authenticate': 'Basic realm="y"' }),
      {
        page: (aim, path) => `<img src="${aim.canary(path)}">`,
      },
    ),
    {
      name: 'a page that is fine, then a forbidden one under the same name',
      page: (aim, path) => `<script>fetch(${JSON.stringify(aim.canaryNamed(path))}).catch(() => {})</script>`,
    },
    raw(
      'split in two',
      (canary) =>
        `HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 302 Found\r\nLocation: ${canary}\r\nContent-Length: 0\r\n\r\n`,
    ),
    raw(
      'with a length beside a coding',
      (canary) =>
        `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nHTTP/1.1 302 Found\r\nLocation: ${canary}\r\n\r\n`,
    ),
    raw(
      'that asks for the credentials of the proxy',
      () => 'HTTP/1.1 407 X\r\nProxy-Authenticate: Basic realm="policy proxy"\r\nContent-Length: 0\r\n\r\n',
    ),
    raw('that switches protocols', () => 'HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
    raw('that claims to be the policy', () => 'HTTP/1.1 200 OK\r\nX-Dsh-Policy: loopback\r\nContent-Length: 0\r\n\r\n'),
    raw(
      'with early hints',
      (canary) =>
        `HTTP/1.1 103 Early Hints\r\nLink: <${canary}>; rel=preload; as=image\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`,
    ),
    raw(
      'that redirects with a folded header',
      (canary) => `HTTP/1.1 302 Found\r\nX: a\r\n Location: x\r\nLocation: ${canary}\r\nContent-Length: 0\r\n\r\n`,
    ),
  ],
}
