import { PNG } from 'pngjs'
import { GLYPH_HEIGHT, GLYPH_WIDTH, inked } from './font.ts'

/** A rectangle in the picture's own pixels with the label to draw at it. */
export interface Mark {
  x: number
  y: number
  width: number
  height: number
  label: string
}

type Colour = readonly [number, number, number]

/** Told apart on light and dark pages; neighbours in document order get different ones. */
const COLOURS: readonly Colour[] = [
  [200, 0, 60],
  [0, 90, 200],
  [0, 120, 60],
  [150, 60, 0],
  [110, 0, 160],
]
const WHITE: Colour = [255, 255, 255]
const PADDING = 2
const MAX_LABEL_CHARS = 12

/**
 * Draws marks into a PNG. The page is not asked to draw them: an overlay of ours would be an element that it could
 * find, and one of the browser's own does not appear in captures of every build.
 */
export function drawMarks(png: Uint8Array, marks: readonly Mark[], scale: number): Uint8Array {
  const picture = PNG.sync.read(Buffer.from(png))
  const dot = Math.max(1, Math.round(2 * scale))
  marks.forEach((mark, index) => {
    const colour = COLOURS[index % COLOURS.length]!
    outline(picture, mark, colour, Math.max(1, Math.round(scale)))
    label(picture, mark, colour, dot)
  })
  return PNG.sync.write(picture)
}

function outline(picture: PNG, { x, y, width, height }: Mark, colour: Colour, thickness: number) {
  fill(picture, x, y, width, thickness, colour)
  fill(picture, x, y + height - thickness, width, thickness, colour)
  fill(picture, x, y, thickness, height, colour)
  fill(picture, x + width - thickness, y, thickness, height, colour)
}

/** Above the rectangle where there is room, else inside its corner. */
function label(picture: PNG, mark: Mark, colour: Colour, dot: number) {
  const text = mark.label.slice(0, MAX_LABEL_CHARS)
  const advance = (GLYPH_WIDTH + 1) * dot
  const width = text.length * advance - dot + 2 * PADDING * dot
  const height = (GLYPH_HEIGHT + 2 * PADDING) * dot
  const left = Math.max(0, Math.min(Math.round(mark.x), picture.width - width))
  const above = Math.round(mark.y) - height
  const top = above >= 0 ? above : Math.max(0, Math.round(mark.y))
  fill(picture, left, top, width, height, colour)
  ;[...text].forEach((character, index) => {
    for (let y = 0; y < GLYPH_HEIGHT; y++) {
      for (let x = 0; x < GLYPH_WIDTH; x++) {
        if (!inked(character, x, y)) continue
        fill(picture, left + PADDING * dot + index * advance + x * dot, top + (PADDING + y) * dot, dot, dot, WHITE)
      }
    }
  })
}

function fill(picture: PNG, x: number, y: number, width: number, height: number, [red, green, blue]: Colour) {
  const left = Math.max(0, Math.round(x))
  const right = Math.min(picture.width, Math.round(x + width))
  const bottom = Math.min(picture.height, Math.round(y + height))
  for (let row = Math.max(0, Math.round(y)); row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const at = (row * picture.width + column) * 4
      picture.data[at] = red
      picture.data[at + 1] = green
      picture.data[at + 2] = blue
      picture.data[at + 3] = 255
    }
  }
}
