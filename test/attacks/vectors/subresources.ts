import { markup, type Vector, type VectorGroup } from '../vector.ts'

const element = (source: string, more: Partial<Vector> = {}): Vector =>
  markup(source.replaceAll('"URL"', '…').replaceAll('URL', '…').slice(0, 70), source, more)

const style = (name: string, rule: string, more: Partial<Vector> = {}): Vector =>
  markup(`CSS ${name}`, `<style>${rule}</style><div id="d">text</div>`, more)

/** Every element and every style that loads something. */
export const subresources: VectorGroup = {
  group: 'subresources',
  vectors: [
    element('<img src="URL">'),
    element('<img srcset="URL 1x">'),
    element('<img src="URL" loading="lazy">'),
    element('<img src="URL" crossorigin="use-credentials">'),
    element('<picture><source srcset="URL"><img></picture>'),
    element('<script src="URL"></script>'),
    element('<script type="module" src="URL"></script>'),
    element('<script async defer src="URL" integrity="sha256-x"></script>'),
    element('<link rel="stylesheet" href="URL">'),
    element('<link rel="alternate stylesheet" href="URL" title="x">'),
    element('<link rel="preload" as="script" href="URL">'),
    element('<link rel="preload" as="fetch" href="URL" crossorigin>'),
    element('<link rel="modulepreload" href="URL">'),
    element('<link rel="prefetch" href="URL">', { watchMs: 1_000 }),
    element('<link rel="prerender" href="URL">', { stoppedBy: 'browser', unnamed: true }),
    element('<link rel="preconnect" href="URL">', { stoppedBy: 'flags', unnamed: true }),
    element('<link rel="dns-prefetch" href="URL">', { stoppedBy: 'flags', unnamed: true }),
    element('<link rel="compression-dictionary" href="URL">', { watchMs: 1_000, unnamed: true }),
    element('<link rel="icon" href="URL">', { stoppedBy: 'browser', unnamed: true }),
    element('<link rel="manifest" href="URL">', { stoppedBy: 'browser', unnamed: true }),
    element('<link rel="search" type="application/opensearchdescription+xml" href="URL">', {
      stoppedBy: 'browser',
      unnamed: true,
    }),
    element('<script type="speculationrules">{"prefetch":[{"urls":["URL"],"eagerness":"immediate"}]}</script>', {
      stoppedBy: 'flags',
      unnamed: true,
    }),
    element('<script type="speculationrules">{"prerender":[{"urls":["URL"],"eagerness":"immediate"}]}</script>', {
      stoppedBy: 'flags',
      unnamed: true,
    }),
    element('<script type="importmap">{"imports":{"a":"URL"}}</script><script type="module">import "a"</script>'),
    element('<video src="URL" autoplay muted></video>'),
    element('<video poster="URL"></video>'),
    element('<video autoplay muted><source src="URL"></video>'),
    element('<video src="/x"><track default kind="captions" src="URL"></video>', {
      stoppedBy: 'browser',
      unnamed: true,
    }),
    element('<audio src="URL" preload="auto"></audio>'),
    element('<object data="URL"></object>'),
    element('<object data="URL" type="image/png"></object>'),
    element('<object data="URL" type="image/svg+xml"></object>'),
    element('<embed src="URL">'),
    element('<embed src="URL" type="application/pdf">', { stoppedBy: 'browser', unnamed: true }),
    element('<input type="image" src="URL">'),
    element('<body background="URL">'),
    element('<table background="URL"><tr><td>x</table>'),
    element('<svg><image href="URL" width="9" height="9"/></svg>'),
    element('<svg><use href="URL#a"/></svg>', { stoppedBy: 'browser', unnamed: true }),
    element(
      '<svg width="9" height="9"><filter id="f"><feImage href="URL"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>',
    ),
    element('<svg><script href="URL"></script></svg>'),
    style('background', '#d { background: url("URL") }'),
    style('image-set', '#d { background-image: image-set("URL" 1x) }'),
    style('@import', '@import "URL";'),
    style('@import with layer and condition', '@import url("URL") layer(a) supports(color: red) screen;'),
    style('@import within data', '@import url("data:text/css,@import url(URL);");'),
    style('@font-face', '@font-face { font-family: f; src: url("URL") } #d { font-family: f }'),
    style('cursor', 'html { cursor: url("URL"), auto }', { unnamed: true }),
    style('mask', '#d { mask-image: url("URL") }'),
    style('filter', '#d { filter: url("URL#f") }', { stoppedBy: 'browser', unnamed: true }),
    style('clip-path', '#d { clip-path: url("URL#f") }'),
    style('list-style', '#d { display: list-item; list-style-image: url("URL") }'),
    style('content', '#d::before { content: url("URL") }'),
    style('shape-outside', '#d { float: left; width: 9px; height: 9px; shape-outside: url("URL") }'),
    style('border-image', '#d { border: 9px solid; border-image: url("URL") 9 }'),
    style('mask of a box', '#d { -webkit-mask-box-image: url("URL") }'),
    style('custom property', '#d { --a: url("URL"); background: var(--a) }'),
    markup(
      'CSS backdrop',
      '<style>dialog::backdrop { background: url("URL") }</style><dialog></dialog><script>document.querySelector("dialog").showModal()</script>',
    ),
    markup('style attribute', '<div style="background: url(URL)">x</div>'),
    markup(
      'constructed style sheet',
      '<script>const s = new CSSStyleSheet(); s.replaceSync("body { background: url(URL) }"); document.adoptedStyleSheets = [s]</script>',
    ),
    markup(
      'declarative shadow root',
      '<div><template shadowrootmode="open"><style>:host { background: url(URL) }</style><img src="URL"></template></div>',
    ),
    ...[303, 307, 308].map(
      (status): Vector => ({
        name: `redirect ${status} of a script`,
        page: (aim, path) => `<script src="${aim.evil(`${path}/hop`)}"></script>`,
        routes: {
          hop: (aim, path) => (_request, response) => response.writeHead(status, { location: aim.canary(path) }).end(),
        },
      }),
    ),
    ...[300, 304, 305, 306].map(
      (status): Vector => ({
        name: `${status} of an image, with a location`,
        page: (aim, path) => `<img src="${aim.evil(`${path}/hop`)}">`,
        routes: {
          hop: (aim, path) => (_request, response) => response.writeHead(status, { location: aim.canary(path) }).end(),
        },
        stoppedBy: 'browser',
        unnamed: true,
      }),
    ),
    {
      name: 'refresh header of a frame',
      page: (aim, path) => `<iframe src="${aim.evil(`${path}/hop`)}"></iframe>`,
      routes: {
        hop: (aim, path) => (_request, response) =>
          response.writeHead(200, { 'content-type': 'text/html', refresh: `0;url=${aim.canary(path)}` }).end('x'),
      },
    },
    {
      name: 'style sheet and entities of an XML document',
      page: (aim, path) => `<iframe src="${aim.evil(`${path}/xml`)}"></iframe>`,
      routes: {
        xml: (aim, path) => (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'text/xml' })
            .end(
              `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${aim.canary(path)}"?><!DOCTYPE a SYSTEM "${aim.canary(path)}" [<!ENTITY e SYSTEM "${aim.canary(path)}">]><a>&e;</a>`,
            ),
      },
      stoppedBy: 'browser',
      unnamed: true,
    },
    {
      name: 'what an SVG image refers to',
      page: (aim, path) => `<img src="${aim.evil(`${path}/svg`)}">`,
      routes: {
        svg: (aim, path) => (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'image/svg+xml' })
            .end(
              `<svg xmlns="http://www.w3.org/2000/svg"><image href="${aim.canary(path)}" width="9" height="9"/></svg>`,
            ),
      },
      stoppedBy: 'browser',
      unnamed: true,
    },
    {
      name: 'redirect 302 of an image',
      page: (aim, path) => `<img src="${aim.evil(`${path}/hop`)}">`,
      routes: {
        hop: (aim, path) => (_request, response) => response.writeHead(302, { location: aim.canary(path) }).end(),
      },
    },
    {
      name: 'redirect 302 of a style sheet to a name',
      page: (aim, path) => `<link rel="stylesheet" href="${aim.evil(`${path}/hop`)}">`,
      routes: {
        hop: (aim, path) => (_request, response) => response.writeHead(302, { location: aim.canaryNamed(path) }).end(),
      },
    },
    markup('a reference without a scheme', '<img src="//ADDRESS:CPORT/PATH">'),
    markup('a reference with backslashes', '<img src="http:\\\\ADDRESS:CPORT\\PATH">'),
    markup('a reference with a tab and a newline', '<img src="ht&#9;tp://ADD&#10;RESS:CPORT/PATH">', {
      stoppedBy: 'browser',
      unnamed: true,
    }),
    markup('credentials in an image', '<img src="http://u:p@ADDRESS:CPORT/PATH">', {
      stoppedBy: 'browser',
      unnamed: true,
    }),
    markup('a secure reference', '<img src="https://ADDRESS:CPORT/PATH">'),
    markup('ftp', '<img src="ftp://ADDRESS:CPORT/PATH">', { stoppedBy: 'browser', unnamed: true }),
  ],
}
