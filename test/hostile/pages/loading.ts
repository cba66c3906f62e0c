import { endless, type HostileGroup, served } from '../hostile-page.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }

/** Answers that never come, never end, or come in crumbs. */
export const LOADING: HostileGroup = {
  group: 'answers without end',
  pages: [
    served('no answer', () => {}, { must: 'fail', always: true }),
    served(
      'headers in crumbs',
      ({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const drip = setInterval(() => socket.write(`x-drip-${Date.now()}: 1\r\n`), 100)
        socket.on('close', () => clearInterval(drip)).on('error', () => clearInterval(drip))
      },
      { must: 'fail' },
    ),
    served(
      'headers without end',
      ({ socket }) => {
        socket.on('error', () => {})
        socket.write('HTTP/1.1 200 OK\r\n')
        const flood = setInterval(() => socket.write(`x-flood: ${'x'.repeat(60_000)}\r\n`), 1)
        socket.on('close', () => clearInterval(flood))
      },
      { must: 'fail' },
    ),
    served(
      'a document that never ends',
      endless('text/html', '<!doctype html><title>Endless</title><p>first part</p>'),
      {
        must: 'be-observed',
      },
    ),
    served('a document that grows without end', (_, response) => {
      response.writeHead(200, html).write('<!doctype html><title>Endless</title>')
      const drip = setInterval(() => response.write('<p>more</p>'.repeat(200)), 20)
      response.on('close', () => clearInterval(drip))
    }),
    {
      name: 'a script that never ends',
      page: '<p>before</p><script src="PATH/part"></script><p>after</p>',
      also: { '/part': endless('text/javascript', '/* ') },
      must: 'be-observed',
    },
    {
      name: 'a stylesheet that never ends',
      page: '<!doctype html><title>Style</title><link rel="stylesheet" href="PATH/part"><p>text</p><script>1</script><p>more</p>',
      also: { '/part': endless('text/css', '/* ') },
      must: 'be-observed',
    },
    {
      name: 'images that never end',
      page: '<img src="PATH/part" alt="Picture">'.repeat(30),
      also: { '/part': endless('image/png', '\x89PNG') },
      must: 'be-observed',
    },
    {
      name: 'a frame that never comes',
      page: '<p>around</p><iframe src="PATH/part"></iframe>',
      also: { '/part': () => {} },
      must: 'be-observed',
    },
    {
      name: 'a link to nowhere',
      page: '<a href="PATH/part">Press</a>',
      also: { '/part': () => {} },
      click: 'Press',
      must: 'fail',
    },
    served('a redirect to itself', (request, response) => response.writeHead(302, { location: request.url! }).end(), {
      must: 'fail',
    }),
    served(
      'redirects without end',
      (request, response, path) => {
        response.writeHead(302, { location: `${path}?${Number(request.url!.split('?')[1] ?? 0) + 1}` }).end()
      },
      { must: 'fail' },
    ),
    served(
      'a request for credentials',
      (_, response) => {
        const asked = ['Negotiate', 'Digest realm="x", nonce="y"', 'Basic realm="z"']
        response.writeHead(401, { ...html, 'www-authenticate': asked }).end('<p>members only')
      },
      { must: 'be-observed' },
    ),
    {
      name: 'parts that ask for credentials',
      page: '<p>text</p><img src="PATH/part"><iframe src="PATH/part"></iframe><script>fetch("PATH/part")</script>',
      also: { '/part': (_, response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('no') },
      must: 'be-observed',
    },
    served('a length that is a lie', (_, response) => {
      response
        .writeHead(200, { ...html, 'content-length': '100000' })
        .write('<!doctype html><title>Short</title><p>short')
      setTimeout(() => response.destroy(), 200)
    }),
    served('no HTTP', ({ socket }) => socket.end('\0\x01\x02 nonsense\r\n\r\n'), { must: 'fail' }),
    served('a response that is cut off', ({ socket }) => socket.destroy(), { must: 'fail' }),
    served('a compressed answer of fifty megabytes', async (_, response) => {
      const { gzipSync } = await import('node:zlib')
      response.writeHead(200, { ...html, 'content-encoding': 'gzip' })
      response.end(gzipSync(Buffer.alloc(50_000_000, '<!doctype html><p>bomb</p>')))
    }),
    served('cookies of hundreds of kilobytes', (_, response) => {
      const cookies = Array.from({ length: 60 }, (__, index) => `c${index}=${'x'.repeat(3_500)}; Path=/hostile`)
      response.writeHead(200, { ...html, 'set-cookie': cookies }).end('<!doctype html><title>Cookies</title><p>text')
    }),
    served(
      'bytes that are no UTF-8',
      (_, response) => {
        response
          .writeHead(200, html)
          .end(Buffer.concat([Buffer.from('<!doctype html><title>'), Buffer.alloc(5_000, 0xff)]))
      },
      { must: 'be-observed' },
    ),
  ],
}
