import type { Section } from '../../shared/observation.ts'
import { queryAll, textContentOf } from '../dom/native.ts'
import { remember } from '../maps.ts'
import type { Described, Layout, PageFacts, PaginationKind } from '../observe/types.ts'
import { pageOf } from '../rank/page-url.ts'
import { partsByStructure } from '../rank/structure.ts'
import { wordSet } from '../tables.ts'
import { viewOf } from './address.ts'
import { Contents } from './content.ts'
import { emphasisOf } from './emphasis.ts'
import { type Signatures, sign } from './signature.ts'
import { type Branch, buildSkeleton, type Skeleton } from './skeleton.ts'

/** What all steps of grouping know of the page. Lives for one call. */
export interface Survey {
  readonly page: PageFacts
  readonly skeleton: Skeleton
  readonly signatures: Signatures
  readonly contents: Contents
  readonly facts: LeafFacts
  /** Parts of the page that it does not mark by tag or role. */
  readonly parts: ReadonlyMap<Element, Section>
  /** Whatever holds a page link: no record reaches past it. */
  readonly ends: ReadonlySet<Element>
}

const LEADING_KINDS = wordSet('link clickable button')
const MENUS = wordSet('navigation dialog search')

export function surveyOf(
  items: readonly Described[],
  page: PageFacts,
  pagination: ReadonlyMap<Described, PaginationKind>,
): Survey {
  const skeleton = buildSkeleton(items)
  const mayTell = (item: Described) => LEADING_KINDS.has(item.kind) && !MENUS.has(item.section) && !pagination.has(item)
  const ends = new Set<Element>()
  skeleton.items.forEach((item, leaf) => {
    if (!pagination.has(item)) return
    for (let at: Branch | undefined = skeleton.leaves[leaf]; at && !ends.has(at.element); at = at.parent)
      ends.add(at.element)
  })
  return {
    page,
    skeleton,
    signatures: sign(skeleton, mayTell, page.url.origin),
    contents: new Contents(),
    facts: new LeafFacts(skeleton, page.layout, pageOf(page.url.href)),
    parts: page.parts ?? partsByStructure(page.document, page.layout),
    ends,
  }
}

/** What is read of single leaves, each once and when first asked. */
export class LeafFacts {
  readonly #pictures = new Map<number, boolean>()
  readonly #words = new Map<number, string>()
  readonly #emphasis = new Map<number, number>()
  readonly #skeleton: Skeleton
  readonly #layout: Layout
  /** The page, or the view of a page, that each leaf leads to. */
  readonly pages: readonly string[]

  constructor(skeleton: Skeleton, layout: Layout, here: string) {
    this.#skeleton = skeleton
    this.#layout = layout
    this.pages = skeleton.items.map(({ href, element }) => viewOf(href, element, here))
  }

  emphasis(leaf: number): number {
    return remember(this.#emphasis, leaf, () => emphasisOf(this.#elementOf(leaf), this.#layout))
  }

  hasPicture(leaf: number): boolean {
    return remember(this.#pictures, leaf, () => queryAll(this.#elementOf(leaf), 'img,picture,svg').length > 0)
  }

  /** Text of a leaf, without what attributes add to its name. */
  words(leaf: number): string {
    return remember(this.#words, leaf, () => (textContentOf(this.#elementOf(leaf)) ?? '').trim())
  }

  #elementOf(leaf: number): Element {
    return this.#skeleton.items[leaf]!.element
  }
}
