import { endless, type HostileGroup, markup, script } from '../hostile-page.ts'

/** What a page loads to be complete, and never is. */
export const MODULES: HostileGroup = {
  group: 'modules and sheets',
  pages: [
    markup('modules that import the next one', () => '<p>text</p><script type="module" src="PATH/next?0"></script>', {
      also: {
        '/next': (request, response, path) => {
          const number = Number(request.url?.split('?')[1] ?? 0)
          response.writeHead(200, { 'content-type': 'text/javascript' }).end(`import '${path}/next?${number + 1}'`)
        },
      },
    }),
    markup('modules that import two each', () => '<p>text</p><script type="module" src="PATH/two?"></script>', {
      also: {
        '/two': (request, response, path) => {
          const from = request.url?.split('?')[1] ?? ''
          response
            .writeHead(200, { 'content-type': 'text/javascript' })
            .end(`import '${path}/two?${from}0'; import '${path}/two?${from}1'`)
        },
      },
    }),
    markup('sheets that import the next one', () => '<link rel="stylesheet" href="PATH/sheet?0"><p>text</p>', {
      also: {
        '/sheet': (request, response, path) => {
          const number = Number(request.url?.split('?')[1] ?? 0)
          response.writeHead(200, { 'content-type': 'text/css' }).end(`@import "${path}/sheet?${number + 1}";`)
        },
      },
    }),
    markup('a sheet that never ends', () => '<link rel="stylesheet" href="PATH/sheet"><p>text</p>', {
      also: { '/sheet': endless('text/css', 'p { color: red }') },
    }),
    markup('a script that never ends', () => '<p>text</p><script src="PATH/script"></script><p>after</p>', {
      also: { '/script': endless('text/javascript', '1;') },
    }),
    markup(
      'a module that waits for ever',
      () => '<p>text</p><script type="module">await new Promise(() => {})</script>',
      {
        must: 'be-observed',
      },
    ),
    markup('an import map of thousands', () => {
      const imports = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`m${n}`, `/home?${n}`]))
      return `<script type="importmap">${JSON.stringify({ imports })}</script><p>text</p>`
    }),
    script(
      'imports without end',
      'let n = 0; setInterval(() => { for (let i = 0; i < 20; i++) import("/home?" + n++).catch(() => {}) }, 10)',
    ),
    script(
      'fonts without end',
      'let n = 0; setInterval(() => { for (let i = 0; i < 20; i++) { const font = new FontFace("f" + n, "url(/missing?" + n++ + ")"); document.fonts.add(font); font.load().catch(() => {}) } }, 10)',
    ),
    script(
      'sheets that are replaced all the time',
      'const sheet = new CSSStyleSheet(); document.adoptedStyleSheets = [sheet]; setInterval(() => sheet.replaceSync(Array.from({ length: 3000 }, (_, n) => ".a" + n + ":hover p:not(.b) { width: " + Math.random() + "px }").join("")), 5)',
    ),
  ],
}
