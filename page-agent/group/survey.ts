import type { Section } from '../../shared/observation.ts'
import { closestOf, nodeTypeOf, previousSiblingOf, queryFirst, textContentOf } from '../dom/native.ts'
import { MAX_TEXT } from '../names/text-tools.ts'
import type { Described, Layout, PageFacts, PaginationKind } from '../observe/types.ts'
import { pageOf } from '../rank/page-url.ts'
import { partsByStructure } from '../rank/structure.ts'
import { wordSet } from '../tables.ts'
import { viewOf } from './address.ts'
import type { Branch } from './branch.ts'
import { Contents } from './content.ts'
import { emphasisOf, isHeading } from './emphasis.ts'
import { type Signatures, sign } from './signature.ts'
import { buildSkeleton, type Skeleton } from './skeleton.ts'

/** What all steps of grouping know of the page. Lives for one call. */
export interface Survey {
  readonly page: PageFacts
  /** The page's own address, without its fragment. */
  readonly here: string
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
  const skeleton = buildSkeleton(items, page.url.origin, page.deadline)
  const here = pageOf(page.url.href)
  const mayTell = (item: Described) => LEADING_KINDS.has(item.kind) && !MENUS.has(item.section) && !pagination.has(item)
  const ends = new Set<Element>()
  skeleton.items.forEach((item, leaf) => {
    if (!pagination.has(item)) return
    for (let at: Branch | undefined = skeleton.leaves[leaf]; at && !ends.has(at.element); at = at.parent)
      ends.add(at.element)
  })
  return {
    page,
    here,
    skeleton,
    signatures: sign(skeleton, mayTell, page.url.origin, page.deadline),
    contents: new Contents(),
    facts: new LeafFacts(skeleton, page.layout, here),
    parts: page.parts ?? partsByStructure(page.document, page.layout, page.deadline),
    ends,
  }
}

/** What is read of single leaves, each once and when first asked. */
export class LeafFacts {
  /** The page, or the view of a page, that a leaf leads to. */
  readonly page: (leaf: number) => string
  readonly emphasis: (leaf: number) => number
  readonly hasPicture: (leaf: number) => boolean
  /** Whether a leaf shows a picture that is more than an icon. */
  readonly hasPhoto: (leaf: number) => boolean
  readonly hasHeading: (leaf: number) => boolean
  readonly hasBlocks: (leaf: number) => boolean
  /** Text of a leaf, without what attributes add to its name. */
  readonly words: (leaf: number) => string
  /** Whether a leaf is a word of running text. */
  readonly isInSentence: (leaf: number) => boolean

  constructor(skeleton: Skeleton, layout: Layout, here: string) {
    const once = onceOf(skeleton.items)
    this.page = once(({ href, element }) => viewOf(href, element, here))
    this.emphasis = once(({ element }) => emphasisOf(element, layout))
    this.hasPicture = once(({ element }) => queryFirst(element, 'img,picture,svg') !== null)
    this.hasPhoto = once(({ element }) => {
      const picture = queryFirst(element, 'img,picture,video')
      const box = picture && layout.box(picture)
      return !!box && Math.min(box.width, box.height) >= PHOTO
    })
    this.hasHeading = once(({ element }) => isHeading(element))
    this.hasBlocks = once(({ element }) => queryFirst(element, 'div,p,ul,dl,section') !== null)
    this.words = once(({ element }) => (textContentOf(element) ?? '').slice(0, MAX_TEXT).trim())
    this.isInSentence = once(({ element }) => isInSentence(element))
  }
}

/** Sides of a picture that is there to be seen, in CSS pixels. */
const PHOTO = 48

/** Makes a reader of leaves remember what it has read. */
const onceOf =
  (items: readonly Described[]) =>
  <Fact>(read: (item: Described) => Fact): ((leaf: number) => Fact) => {
    const known: (Fact | undefined)[] = new Array(items.length)
    return (leaf) => (known[leaf] ??= read(items[leaf]!))
  }

/** Characters of text before a link, in its line, that make it a word of a sentence; a number, a date or a tag may stand there. */
const SENTENCE = 25

function isInSentence(link: Element): boolean {
  const before = previousSiblingOf(link)
  if (!before || nodeTypeOf(before) !== 3) return false
  const { data } = before as Text
  return data.slice(closestOf(link, 'pre') ? data.lastIndexOf('\n') + 1 : 0).trim().length > SENTENCE
}
