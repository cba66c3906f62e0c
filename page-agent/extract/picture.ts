import { attributeOf, baseUriOf } from '../dom/native.ts'
import { absolute, addressIn } from './address.ts'

/** Smaller pictures are pixels that count visits. */
const LEAST_PIXELS = 3

/**
 * The address of a picture, empty for pixels that count visits and where none is known. Where a page loads pictures late,
 * `src` is absent or a placeholder of its own (`data:`).
 */
export function pictureAddress(image: Element): string {
  for (const side of ['width', 'height'])
    if (Number.parseInt(attributeOf(image, side) ?? '', 10) < LEAST_PIXELS) return ''
  return (
    addressIn(image, 'src') || addressIn(image, 'data-src') || addressIn(image, 'data-original') || firstOfSet(image)
  )
}

function firstOfSet(image: Element): string {
  const set = attributeOf(image, 'srcset') ?? attributeOf(image, 'data-srcset') ?? ''
  const [first = ''] = set.trim().split(/[\s,]/, 1)
  return absolute(first, baseUriOf(image))
}
