import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browsing, failure, never } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'

let server: PageServer
let browsing: Browsing

const PAGE = `<!doctype html><title>Picture</title><style>
  body { margin: 0; height: 2000px; background: rgb(255, 255, 255) }
  button { position: absolute; left: 200px; top: 100px; width: 100px; height: 40px; border: 0; background: rgb(0, 255, 0) }
  iframe { position: absolute; left: 400px; top: 300px; width: 300px; height: 200px; border: 10px solid black }
</style><button aria-label="Green"></button><iframe src="/inner" title="inner"></iframe>
<script>
  window.noticed = 0
  new MutationObserver((records) => { window.noticed += records.length; document.title = 'noticed ' + window.noticed })
    .observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true })
</script>`

beforeAll(async () => {
  server = await servePages({
    '/': PAGE,
    '/inner': '<!doctype html><style>body{margin:0}</style><button style="width:80px;height:30px">Inside</button>',
    '/huge': '<!doctype html><body style="margin:0;height:30000px">',
  })
  browsing = await Browsing.open(server, { viewport: { width: 800, height: 600 }, maxScreenshotPixels: 2_000_000 })
})

afterAll(async () => {
  await browsing?.close()
  await server?.close()
})

const shoot = (request: Parameters<NonNullable<Browsing['environment']['screenshot']>>[0]) =>
  browsing.environment.screenshot!(request, never())

const pixel = (png: Uint8Array, x: number, y: number) => {
  const { data, width } = PNG.sync.read(Buffer.from(png))
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)]
}

describe('what is in the picture', () => {
  test('the viewport, the whole page, an element', async () => {
    await browsing.goto(server.url('/'))
    const view = await shoot({ area: 'viewport' })
    expect([view.width, view.height]).toEqual([800, 600])
    expect(pixel(view.png, 250, 120)).toEqual([0, 255, 0])
    const page = await shoot({ area: 'page' })
    expect([page.width, page.height]).toEqual([800, 2000])
    const element = await shoot({ area: browsing.target('Green') })
    expect([element.width, element.height]).toEqual([100, 40])
    expect(pixel(element.png, 50, 20)).toEqual([0, 255, 0])
  })

  test('it is scaled down to a side, and never up', async () => {
    expect(await shoot({ area: 'viewport', maxSide: 400 })).toMatchObject({ width: 400, height: 300 })
    expect(await shoot({ area: 'viewport', maxSide: 4000 })).toMatchObject({ width: 800, height: 600 })
  })

  test('marks stand at their elements, in frames too, and the page notices nothing', async () => {
    const seen = await browsing.goto(server.url('/'))
    const marks = seen.elements.map(({ target }, index) => ({ target, label: `e${index + 1}` }))
    expect(marks).toHaveLength(2)
    const { png } = await shoot({ area: 'viewport', marks })
    expect(pixel(png, 200, 120)).toEqual([200, 0, 60])
    // 400 + a border of 10 is the frame's left edge, 300 + 10 its top
    expect(pixel(png, 410, 330)).toEqual([0, 90, 200])
    expect((await browsing.observe()).title).toBe('Picture')
  })
})

describe('what is too large', () => {
  test('pixels are counted before the capture', async () => {
    await browsing.goto(server.url('/huge'))
    expect(await failure(shoot({ area: 'page' }))).toMatchObject({
      code: 'BROWSER_POLICY_DENIED',
      reason: 'screenshot-pixels',
    })
  })

  test('bytes are counted after it', async () => {
    expect(await failure(shoot({ area: 'viewport', maxBytes: 100 }))).toMatchObject({
      code: 'BROWSER_POLICY_DENIED',
      reason: 'screenshot-bytes',
    })
  })
})
