import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { drawMarks } from '../../../host/playwright/picture/marks.ts'

const blank = (width: number, height: number): Uint8Array => {
  const picture = new PNG({ width, height })
  picture.data.fill(255)
  return PNG.sync.write(picture)
}

const pixels = (png: Uint8Array) => {
  const picture = PNG.sync.read(Buffer.from(png))
  return {
    size: [picture.width, picture.height],
    at: (x: number, y: number) => [
      ...picture.data.subarray((y * picture.width + x) * 4, (y * picture.width + x) * 4 + 3),
    ],
  }
}

test('a rectangle is outlined, its label stands above it in the same colour', () => {
  const { at, size } = pixels(drawMarks(blank(100, 100), [{ x: 20, y: 50, width: 40, height: 20, label: 'e1' }], 1))
  expect(size).toEqual([100, 100])
  expect(at(20, 60)).toEqual([200, 0, 60])
  expect(at(59, 60)).toEqual([200, 0, 60])
  expect(at(40, 60)).toEqual([255, 255, 255])
  // A label of glyphs of 7 dots, two pixels each, with a padding of two dots
  expect(at(21, 30)).toEqual([200, 0, 60])
})

test('what lies outside the picture is cut, not drawn elsewhere', () => {
  const marks = [
    { x: -500, y: -500, width: 10, height: 10, label: 'e1' },
    { x: 90, y: 90, width: 1e6, height: 1e6, label: 'e99999999999999' },
  ]
  expect(pixels(drawMarks(blank(100, 100), marks, 1)).size).toEqual([100, 100])
})
