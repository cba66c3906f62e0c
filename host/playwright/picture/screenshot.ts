import { BrowserError } from '../../errors/browser-error.ts'
import type { ProviderActionTarget, ProviderScreenshotRequest, Screenshot } from '../../provider/types.ts'
import type { Located } from '../act/element.ts'
import type { ProviderSettings } from '../config.ts'
import { withoutSecrets } from '../effects/operation.ts'
import { targetStale } from '../observe/targets.ts'
import type { Tab } from '../page/tab.ts'
import { drawMarks } from './marks.ts'
import { placesOf, type Rectangle } from './places.ts'

/** Larger surfaces come out of Chromium's compositor with parts missing. */
const MAX_SIDE = 16_384

/**
 * Takes a picture over CDP: unlike Playwright's own, it puts no style into the page and can scale down. Throws
 * `BROWSER_POLICY_DENIED` before capture for too many device pixels, and after it for too many bytes.
 */
export async function takeScreenshot(
  tab: Tab,
  request: ProviderScreenshotRequest,
  settings: ProviderSettings,
  locate: (target: ProviderActionTarget) => Promise<Located>,
): Promise<Screenshot> {
  const { cdp } = tab.main
  const element = typeof request.area === 'object' ? await elementBox(tab, request.area, locate) : undefined
  const { cssContentSize, cssVisualViewport } = await cdp.send('Page.getLayoutMetrics')
  const view = { x: cssVisualViewport.pageX, y: cssVisualViewport.pageY }
  const area: Rectangle = element
    ? { ...element, x: element.x + view.x, y: element.y + view.y }
    : request.area === 'page'
      ? { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height }
      : { ...view, width: cssVisualViewport.clientWidth, height: cssVisualViewport.clientHeight }
  const ratio = settings.viewport.deviceScaleFactor
  const scale = Math.min(1, (request.maxSide ?? Number.POSITIVE_INFINITY) / (Math.max(area.width, area.height) * ratio))
  checkPixels(area, ratio * scale, settings.maxScreenshotPixels)
  const capture = {
    format: 'png' as const,
    clip: { ...area, scale },
    captureBeyondViewport: request.area !== 'viewport',
  }
  const { data } = await tab.main
    .whenActive(() => cdp.send('Page.captureScreenshot', capture))
    .catch((error: Error) => {
      throw new BrowserError(
        'BROWSER_SCREENSHOT_FAILED',
        `the picture was not taken: ${error.message.split('\n')[0]}`,
        {
          cause: error,
        },
      )
    })
  let png: Uint8Array = Buffer.from(data, 'base64')
  if (request.marks && request.marks.length > 0) {
    const places = await placesOf(tab, request.marks)
    const dots = ratio * scale
    const marks = places.map(({ label, ...box }) => ({
      label,
      x: (box.x + view.x - area.x) * dots,
      y: (box.y + view.y - area.y) * dots,
      width: box.width * dots,
      height: box.height * dots,
    }))
    png = drawMarks(png, marks, dots)
  }
  const limit = Math.min(settings.maxScreenshotBytes, request.maxBytes ?? Number.POSITIVE_INFINITY)
  if (png.byteLength > limit) {
    throw tooLarge('screenshot-bytes', `${png.byteLength} bytes are more than the ${limit} admitted`)
  }
  return { png, ...sizeOf(png), url: withoutSecrets(tab.page.url()) }
}

const REVEAL = `function (id) { this.element(id)?.scrollIntoView({ block: 'nearest', behavior: 'instant' }) }`

async function elementBox(
  tab: Tab,
  target: ProviderActionTarget,
  locate: (target: ProviderActionTarget) => Promise<Located>,
): Promise<Rectangle> {
  const { ask } = await locate(target)
  await ask(REVEAL)
  const [box] = await placesOf(tab, [{ target: target.target, label: '' }])
  if (!box || box.width < 1 || box.height < 1) throw targetStale('hidden')
  return { x: box.x, y: box.y, width: box.width, height: box.height }
}

function checkPixels({ width, height }: Rectangle, dots: number, limit: number) {
  const pixels = Math.ceil(width * dots) * Math.ceil(height * dots)
  if (pixels > limit) throw tooLarge('screenshot-pixels', `${pixels} pixels are more than the ${limit} admitted`)
  if (Math.max(width, height) * dots > MAX_SIDE) {
    throw tooLarge(
      'screenshot-side',
      `a side of ${Math.ceil(Math.max(width, height) * dots)} pixels is more than ${MAX_SIDE}`,
    )
  }
}

const tooLarge = (reason: string, message: string): BrowserError =>
  new BrowserError('BROWSER_POLICY_DENIED', `the picture is too large: ${message}; take the viewport or an element`, {
    reason,
  })

/** From the header chunk, which comes first in every PNG (PNG specification, 11.2.1). */
function sizeOf(png: Uint8Array): { width: number; height: number } {
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength)
  return { width: header.getUint32(16), height: header.getUint32(20) }
}
