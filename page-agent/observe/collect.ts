import type { Section } from '../../shared/observation.ts'
import { assignedNodes } from '../dom/composed.ts'
import {
  activeElementOf,
  attributeOf,
  bodyOf,
  firstChildOf,
  hasAnyAttribute,
  hasAttributeOf,
  localNameOf,
  matchesSelector,
  nextSiblingOf,
  nodeTypeOf,
  rootElementOf,
  shadowRootOf,
} from '../dom/native.ts'
import { explicitRole, impliedRole, inputType } from '../names/role.ts'
import { sectionAt } from '../rank/sections.ts'
import { kindOf } from './candidates.ts'
import { TextWriter, Zone } from './text.ts'
import type { Collected, Layout } from './types.ts'

/** Elements that show nothing of their content as text or controls. */
const OPAQUE = new Set(
  'script style template noscript head meta link title base param source track iframe frame object embed canvas audio video select textarea input datalist'.split(
    ' ',
  ),
)
const FRAMES = new Set(['iframe', 'frame'])
const INLINE = new Set([
  'inline',
  'contents',
  'inline-block',
  'inline-flex',
  'inline-grid',
  'inline-table',
  'none',
  'ruby',
])
const PARAGRAPHS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre section article form fieldset hr figure main nav header footer aside'.split(
    ' ',
  ),
)
const HEADING = /^h[1-6]$/
const CHROME = new Set<Section>(['navigation', 'header', 'footer', 'aside'])
/** Nodes between two looks at the clock. */
const CLOCK_EVERY = 512

export interface CollectLimits {
  maxNodes: number
  maxMillis: number
  maxTextChars: number
}

export interface Collection {
  items: Collected[]
  text: string
  textTotal: number
  frames: { element: Element; visible: boolean; ordinal: number }[]
  closedShadowRoots: number
  incomplete?: 'nodes' | 'time'
  modal?: Element
}

/** What an element hands down to its content; shared until something changes. */
interface Scope {
  section: Section
  zone: Zone
  /** The control or clickable that encloses. */
  owner: Draft | undefined
  pointer: boolean
  /** Content of an `aria-hidden` subtree. */
  muted: boolean
  /** `visibility` keeps text from showing. */
  invisible: boolean
  dialog: Element | undefined
}

interface Draft extends Collected {
  /** Controls and clickables directly inside. */
  inner: number
  ownText: boolean
  /** Only looks clickable: no tag, role or editing host says so. */
  guessed: boolean
}

interface Level {
  element: Element
  next: Node | null
  list: Node[] | undefined
  at: number
  scope: Scope
  breakAfter: 0 | 1 | 2
}

/** One pass over the composed tree below `root`, in document order. */
export function collect(
  document: Document,
  root: Element | undefined,
  layout: Layout,
  limits: CollectLimits,
): Collection {
  return new Walk(document, layout, limits).run(root ?? bodyOf(document) ?? rootElementOf(document))
}

class Walk {
  private readonly drafts: Draft[] = []
  private readonly frames: Collection['frames'] = []
  private readonly writer: TextWriter
  private readonly levels: Level[] = []
  private readonly seen = new Set<Element>()
  private readonly listeners: ReadonlySet<Element>
  private readonly focused: Element | null
  private modal: Element | undefined
  private closed = 0
  private incomplete: Collection['incomplete']

  constructor(
    private readonly document: Document,
    private readonly layout: Layout,
    private readonly limits: CollectLimits,
  ) {
    this.writer = new TextWriter(limits.maxTextChars)
    this.listeners = layout.clickListeners()
    this.focused = activeElementOf(document)
  }

  run(root: Element | null): Collection {
    const start = performance.now()
    let nodes = 0
    if (root) {
      this.enter(root, {
        section: 'main',
        zone: Zone.Main,
        owner: undefined,
        pointer: false,
        muted: false,
        invisible: false,
        dialog: undefined,
      })
    }
    while (this.levels.length) {
      const level = this.levels[this.levels.length - 1]!
      const node = level.list ? (level.list[level.at++] ?? null) : level.next
      if (!node) {
        this.leave()
        continue
      }
      if (!level.list) level.next = nextSiblingOf(node)
      if (++nodes > this.limits.maxNodes) {
        this.incomplete = 'nodes'
        break
      }
      if (nodes % CLOCK_EVERY === 0 && performance.now() - start > this.limits.maxMillis) {
        this.incomplete = 'time'
        break
      }
      const type = nodeTypeOf(node)
      if (type === 1) this.enter(node as Element, level.scope)
      else if (type === 3) this.text(node as Text, level.scope)
    }
    const { text, total } = this.writer.finish()
    return {
      items: this.settle(),
      text,
      textTotal: total,
      frames: this.frames,
      closedShadowRoots: this.closed,
      ...(this.incomplete && { incomplete: this.incomplete }),
      ...(this.modal && { modal: this.modal }),
    }
  }

  private text(node: Text, scope: Scope): void {
    if (scope.invisible || scope.muted) return
    const data = node.data
    if (scope.owner?.guessed && !scope.owner.ownText && /\S/.test(data)) scope.owner.ownText = true
    this.writer.enter(scope.zone)
    this.writer.text(data)
  }

  private enter(element: Element, outer: Scope): void {
    const tag = localNameOf(element)
    const opaque = OPAQUE.has(tag)
    const attributes = hasAnyAttribute(element)
    const style = this.layout.style(element)
    const display = style.display
    if (tag === 'br') {
      this.writer.break(1)
      return
    }
    if (display === 'none') {
      if (tag === 'area') this.area(element, outer)
      return
    }
    if (attributes && hasAttributeOf(element, 'inert')) return
    let scope = outer
    const role = attributes ? explicitRole(element) : null
    if (attributes && attributeOf(element, 'aria-hidden') === 'true' && !scope.muted) scope = { ...scope, muted: true }
    const invisible = style.visibility !== 'visible' && display !== 'contents'
    if (invisible !== scope.invisible) scope = { ...scope, invisible }
    const section = sectionAt(element, scope.section, role)
    if (section !== scope.section) {
      scope = {
        ...scope,
        section,
        zone: scope.zone === Zone.Modal ? Zone.Modal : CHROME.has(section) ? Zone.Chrome : Zone.Main,
      }
    }
    if (tag === 'dialog' || role === 'dialog' || role === 'alertdialog') scope = this.dialog(element, attributes, scope)

    if (FRAMES.has(tag)) {
      const box = this.layout.box(element)
      this.frames.push({ element, visible: !invisible && box.width > 0 && box.height > 0, ordinal: this.drafts.length })
      return
    }
    const pointer = style.cursor === 'pointer'
    if (!invisible && (!scope.muted || element === this.focused)) {
      const draft = this.candidate(element, tag, role, attributes, pointer, scope)
      if (draft) scope = { ...scope, owner: draft }
    }
    if (pointer !== scope.pointer) scope = { ...scope, pointer }
    if (opaque) return

    const block = !INLINE.has(display)
    let breakAfter: Level['breakAfter'] = 0
    if (display === 'table-cell') this.writer.cell()
    else if (block) {
      breakAfter = PARAGRAPHS.has(tag) ? 2 : 1
      this.writer.break(breakAfter)
      if (tag === 'li') this.writer.mark('- ')
      else if (HEADING.test(tag)) this.writer.mark(`${'#'.repeat(Number(tag[1]))} `)
    }
    const shadow = shadowRootOf(element)
    const list = tag === 'slot' ? assignedNodes(element) : undefined
    this.levels.push({ element, next: list ? null : firstChildOf(shadow ?? element), list, at: 0, scope, breakAfter })
  }

  private leave(): void {
    const { breakAfter } = this.levels.pop()!
    if (breakAfter) this.writer.break(breakAfter)
  }

  private dialog(element: Element, attributes: boolean, scope: Scope): Scope {
    const modal =
      (attributes && attributeOf(element, 'aria-modal') === 'true') ||
      (localNameOf(element) === 'dialog' && matchesSelector(element, ':modal'))
    if (!modal) return { ...scope, dialog: element }
    this.modal = element
    return { ...scope, dialog: element, zone: Zone.Modal }
  }

  private candidate(
    element: Element,
    tag: string,
    role: string | null,
    attributes: boolean,
    pointer: boolean,
    scope: Scope,
  ): Draft | undefined {
    if (tag === 'label') this.label(element as HTMLLabelElement, scope)
    const kind = kindOf(element, tag, role, attributes)
    const guessed =
      !kind &&
      tag !== 'label' &&
      tag !== 'html' &&
      tag !== 'body' &&
      (!scope.owner || scope.owner.guessed) &&
      ((pointer && !scope.pointer) || (attributes && hasAttributeOf(element, 'onclick')) || this.listeners.has(element))
    if (!kind && !guessed) return undefined
    if (this.seen.has(element)) return undefined
    const box = this.layout.box(element)
    if ((box.width <= 0 || box.height <= 0) && !hasVisibleContent(element, this.layout)) return undefined
    return this.add(
      element,
      kind ?? 'clickable',
      role ?? (guessed ? 'generic' : impliedRole(element)),
      box,
      scope,
      guessed,
    )
  }

  private add(
    element: Element,
    kind: Collected['kind'],
    role: string,
    box: Collected['box'],
    scope: Scope,
    guessed: boolean,
    proxy?: Element,
  ): Draft {
    this.seen.add(element)
    if (scope.owner) scope.owner.inner++
    const draft: Draft = {
      element,
      kind,
      role,
      box,
      ordinal: 0,
      section: scope.section,
      inner: 0,
      ownText: false,
      guessed,
      ...(proxy && { proxy }),
      ...(scope.dialog && { dialog: scope.dialog }),
    }
    this.drafts.push(draft)
    return draft
  }

  /** A visible label over a control that is not shown stands for that control. */
  private label(label: HTMLLabelElement, scope: Scope): void {
    const control = label.control
    if (!control || this.seen.has(control)) return
    const tag = localNameOf(control)
    if (tag !== 'input') return
    const type = inputType(control)
    if (type !== 'checkbox' && type !== 'radio' && type !== 'file') return
    const shown = this.layout.box(control)
    const style = this.layout.style(control)
    if (shown.width > 1 && shown.height > 1 && style.visibility === 'visible' && style.opacity !== '0') return
    const box = this.layout.box(label)
    if (box.width <= 0 || box.height <= 0) return
    this.add(
      control,
      type === 'file' ? 'file' : 'toggle',
      explicitRole(control) ?? impliedRole(control),
      box,
      scope,
      false,
      label,
    )
  }

  /** An area has no box of its own: it shows where the image that uses its map shows. */
  private area(element: Element, scope: Scope): void {
    const map = element.closest('map')
    const name = map ? (attributeOf(map, 'name') ?? attributeOf(map, 'id')) : null
    const image = name ? this.document.querySelector(`img[usemap="#${CSS.escape(name)}"]`) : null
    if (!image || !hasAttributeOf(element, 'href') || this.seen.has(element)) return
    const box = this.layout.box(image)
    if (box.width > 0 && box.height > 0) this.add(element, 'link', explicitRole(element) ?? 'link', box, scope, false)
  }

  /** Drops what only wraps one control or hands clicks down to many, and numbers the rest. */
  private settle(): Draft[] {
    const kept = this.drafts.filter(
      (draft) => !draft.guessed || draft.inner === 0 || (draft.ownText && draft.inner > 1 && draft.inner <= 4),
    )
    kept.forEach((draft, index) => {
      draft.ordinal = index
    })
    return kept
  }
}

/** A box without size still shows what overflows it: an inline link around a block or a floated image. */
function hasVisibleContent(element: Element, layout: Layout): boolean {
  let budget = 20
  const stack = [...element.children]
  while (stack.length && budget-- > 0) {
    const child = stack.pop()!
    const box = layout.box(child)
    if (box.width > 0 && box.height > 0 && layout.style(child).visibility === 'visible') return true
    stack.push(...child.children)
  }
  return false
}
