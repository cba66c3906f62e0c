import type { ElementKind, Section } from '../../shared/observation.ts'
import { assignedNodes, deepFocus } from '../dom/composed.ts'
import { Labels } from '../dom/labels.ts'
import {
  attributeOf,
  bodyOf,
  firstChildOf,
  firstElementOf,
  hasAttributeOf,
  localNameOf,
  matchesSelector,
  nextSiblingOf,
  nodeTypeOf,
  rootElementOf,
  shadowRootOf,
  textContentOf,
} from '../dom/native.ts'
import { explicitRole, roleOf } from '../names/role.ts'
import { sectionAt } from '../rank/sections.ts'
import { partsByStructure } from '../rank/structure.ts'
import { type Gap, gapOf, markOf, Trait, traitsOf } from './blocks.ts'
import { kindOf } from './candidates.ts'
import { Cells } from './cells.ts'
import { asksToBeActedOn, type Draft, isActingCursor, withoutWrappers } from './clickables.ts'
import type { Deadline } from './deadline.ts'
import { isModal } from './modal.ts'
import { type Scope, scopeWithin, TOP, zoneOf } from './scope.ts'
import { cutsAll, escapes, isShown } from './shown.ts'
import { hiddenControlOf, imageOfArea, labelInsteadOf } from './stand-ins.ts'
import { TextWriter } from './text.ts'
import type { Collected, Layout, Place } from './types.ts'

export interface CollectLimits {
  maxNodes: number
  maxTextChars: number
}

export interface Collection {
  items: Collected[]
  text: string
  textTotal: number
  frames: FrameElement[]
  closedShadowRoots: number
  incomplete?: 'nodes' | 'time'
  /** Open dialogs that claim to be modal, in document order. */
  modals: Element[]
  /** What `partsByStructure` told of the page. */
  parts: ReadonlyMap<Element, Section>
}

interface FrameElement {
  element: Element
  visible: boolean
  /** How many elements come before it. */
  before: Draft | undefined
}

/** An element whose content is being walked. */
interface Level extends Place {
  next: Node | null
  /** The nodes assigned to a slot, which are no siblings. */
  assigned: Node[] | undefined
  at: number
  /** Element children met so far. */
  count: number
  scope: Scope
  gap: Gap
}

/** Attributes that change what an element is or hands down. */
const TELLING = '[role],[aria-hidden],[inert],[hidden],[contenteditable],[onclick],[draggable],[tabindex],[controls]'

/** One pass over the composed tree below `root`, in document order. */
export function collect(
  document: Document,
  root: Element | undefined,
  layout: Layout,
  limits: CollectLimits,
  deadline: Deadline,
): Collection {
  return new Walk(document, layout, limits, deadline).run(root ?? bodyOf(document) ?? rootElementOf(document))
}

class Walk {
  private readonly drafts: Draft[] = []
  private readonly seen = new Set<Element>()
  private readonly frames: FrameElement[] = []
  private readonly modals: Element[] = []
  private readonly cells = new Cells()
  private readonly labels = new Labels()
  private readonly writer: TextWriter
  private readonly listeners: ReadonlySet<Element>
  private readonly parts: ReadonlyMap<Element, Section>
  private readonly focused: Element | null
  private level: Level | undefined
  private closedShadowRoots = 0

  constructor(
    private readonly document: Document,
    private readonly layout: Layout,
    private readonly limits: CollectLimits,
    private readonly deadline: Deadline,
  ) {
    this.writer = new TextWriter(limits.maxTextChars)
    this.listeners = layout.clickListeners()
    this.parts = partsByStructure(document, layout, deadline)
    this.focused = deepFocus(document)
  }

  run(root: Element | null): Collection {
    let incomplete: Collection['incomplete']
    let nodes = 0
    if (root) this.enter(root, TOP, 0)
    while (this.level) {
      const level: Level = this.level
      const node = level.assigned ? level.assigned[level.at++] : level.next
      if (!node) {
        if (level.gap) this.writer.end(level.gap)
        this.level = level.parent as Level | undefined
        continue
      }
      if (!level.assigned) level.next = nextSiblingOf(node)
      if (++nodes > this.limits.maxNodes) incomplete = 'nodes'
      else if (nodes % 256 === 0 && this.deadline.passed()) incomplete = 'time'
      if (incomplete) break
      const type = nodeTypeOf(node)
      if (type === 3) this.text((node as Text).data, level.scope)
      else if (type === 1) this.enter(node as Element, level.scope, level.count++)
    }
    const items = withoutWrappers(this.drafts)
    items.forEach((item, ordinal) => {
      item.ordinal = ordinal
    })
    const { text, total } = this.writer.finish()
    return {
      items,
      text,
      textTotal: total,
      frames: this.frames,
      closedShadowRoots: this.closedShadowRoots,
      parts: this.parts,
      modals: this.modals,
      ...(incomplete && { incomplete }),
    }
  }

  private text(data: string, scope: Scope): void {
    if (scope.invisible || scope.muted || scope.clipped || scope.folded) return
    if (scope.pre) this.writer.writeLines(scope.zone, data)
    else if (this.writer.write(scope.zone, data) && scope.owner) scope.owner.ownText = true
  }

  private enter(element: Element, outer: Scope, index: number): void {
    const tag = localNameOf(element)
    const trait = traitsOf(tag)
    if (trait & Trait.Skipped) return
    if (tag === 'br') {
      this.writer.end(1)
      return
    }
    const style = this.layout.style(element)
    const display = style.display
    // An empty value: not in the flat tree at all, as the children of a host that has no slot for them.
    if (display === 'none' || display === '') {
      if (tag === 'area') this.area(element, outer, index)
      return
    }
    if (outer.folded && tag !== 'summary') return
    // One native question in place of nine attribute reads, which most elements would answer with nothing.
    const telling = matchesSelector(element, TELLING)
    if (telling && (hasAttributeOf(element, 'inert') || attributeOf(element, 'hidden') === 'until-found')) return

    const role = telling ? explicitRole(element) : null
    const muted = outer.muted || (telling && attributeOf(element, 'aria-hidden') === 'true')
    const invisible = display === 'contents' ? outer.invisible : style.visibility !== 'visible'
    const gap = gapOf(trait, display)
    const clipped = outer.clipped
      ? !escapes(style.position)
      : gap > 0 && cutsAll(element, trait, style.overflowY, this.layout)
    const part = this.parts.get(element)
    const section =
      role !== null || trait & Trait.Sectioning
        ? sectionAt(element, outer.section, role)
        : part && outer.section !== 'footer'
          ? part
          : outer.section
    let { zone, modal, owner, cursor, label } = outer
    if (section !== outer.section) zone = zoneOf(section, zone)
    if (!invisible && isModal(element, tag, role, this.layout)) {
      this.modals.push(element)
      modal = element
      zone = 'modal'
    }
    if (trait & Trait.Frame) {
      const box = this.layout.box(element)
      const visible = !invisible && !clipped && box.width > 0 && box.height > 0
      this.frames.push({ element, visible, before: this.drafts[this.drafts.length - 1] })
      return
    }

    const shown = !invisible && !clipped
    const free = !owner || owner.guessed
    if (free) cursor = style.cursor
    if (tag === 'label' && (element as HTMLLabelElement).control) {
      label = true
      if (shown) this.label(element as HTMLLabelElement, owner, section, modal, index)
    }
    if (shown && (!muted || element === this.focused)) {
      const kind = trait & Trait.Control || telling ? kindOf(element, tag, role, telling) : undefined
      let acts = kind !== undefined
      if (!acts && free && !label && !(trait & Trait.Root)) {
        const begins = cursor !== outer.cursor && isActingCursor(cursor) && style.pointerEvents !== 'none'
        acts = begins || this.listeners.has(element) || (telling && asksToBeActedOn(element, role))
      }
      if (acts && !this.seen.has(element) && isShown(element, display, this.layout)) {
        owner = this.add(element, kind, section, modal, owner, index, labelInsteadOf(element, this.layout, this.labels))
      }
    }
    if (trait & Trait.Opaque) return

    const pre = outer.pre || tag === 'pre'
    const cell = display === 'table-cell' ? element : display === 'table' ? undefined : outer.cell
    const folded = tag === 'details' && !hasAttributeOf(element, 'open')
    const inner = { section, zone, owner, cursor, muted, invisible, clipped, label, pre, cell, folded, modal }
    const scope = scopeWithin(outer, inner)
    this.descend(element, tag, trait, gap ? this.begin(tag, trait, display, gap, scope) : 0, scope, index)
  }

  /** Begins an element's line where it has one of its own; answers with how its end parts it from what follows. */
  private begin(tag: string, trait: number, display: string, gap: Gap, scope: Scope): Gap {
    if (display === 'table-cell') {
      this.writer.cell()
      return 0
    }
    if (scope.cell && this.cells.areOneLine(scope.cell)) {
      this.writer.write(scope.zone, ' ')
      return 0
    }
    this.writer.end(gap)
    if (trait & Trait.Marked) this.writer.begin(markOf(tag))
    return gap
  }

  private descend(element: Element, tag: string, trait: number, gap: Gap, scope: Scope, index: number): void {
    const shadow = trait & Trait.Rootless ? null : shadowRootOf(element)
    const assigned = tag === 'slot' ? assignedNodes(element) : undefined
    // Most elements hold text or nothing, which one question answers: no level of their own for these.
    if (!shadow && !assigned && !firstElementOf(element)) {
      const text = textContentOf(element) ?? ''
      if (text !== '') this.text(text, scope)
      if (tag.includes('-')) this.suspectClosedRoot(element, text)
      if (gap) this.writer.end(gap)
      return
    }
    const next = assigned ? null : firstChildOf(shadow ?? element)
    this.level = { element, index, parent: this.level, next, assigned, at: 0, count: 0, scope, gap }
  }

  /** A defined custom element that shows a box but has no content to fill it keeps a root that scripts cannot enter. */
  private suspectClosedRoot(element: Element, text: string): void {
    if (/\S/.test(text)) return
    const box = this.layout.box(element)
    if (box.width > 0 && box.height > 0 && matchesSelector(element, ':defined')) this.closedShadowRoots++
  }

  private add(
    element: Element,
    kind: ElementKind | undefined,
    section: Section,
    modal: Element | undefined,
    owner: Draft | undefined,
    index: number,
    proxy?: Element,
  ): Draft {
    this.seen.add(element)
    const draft: Draft = {
      element,
      kind: kind ?? 'clickable',
      role: roleOf(element),
      box: this.layout.box(proxy ?? element),
      ordinal: 0,
      section,
      place: { element, index, parent: this.level },
      guessed: kind === undefined,
      inner: 0,
      first: undefined,
      ownText: false,
      proxy,
      modal,
    }
    if (owner) {
      owner.inner++
      owner.first ??= draft
    }
    this.drafts.push(draft)
    return draft
  }

  private label(
    label: HTMLLabelElement,
    owner: Draft | undefined,
    section: Section,
    modal: Element | undefined,
    index: number,
  ): void {
    const control = hiddenControlOf(label, this.layout)
    if (!control || this.seen.has(control) || !isShown(label, 'block', this.layout)) return
    this.add(control, kindOf(control, 'input', explicitRole(control), true), section, modal, owner, index, label)
  }

  private area(area: Element, outer: Scope, index: number): void {
    const image = imageOfArea(area, this.document)
    if (!image || outer.invisible || outer.clipped || !isShown(image, 'inline', this.layout)) return
    this.add(area, 'link', outer.section, outer.modal, outer.owner, index, image)
  }
}
