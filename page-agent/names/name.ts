import { assignedNodes, composedContains, composedParent, firstShown } from '../dom/composed.ts'
import {
  attributeOf,
  childElementsOf,
  elementById,
  hasAnyAttribute,
  localNameOf,
  namespaceOf,
  nextSiblingOf,
  nodeTypeOf,
} from '../dom/native.ts'
import type { Layout } from '../observe/types.ts'
import { embeddedValue } from './embedded.ts'
import { explicitRole, impliedRole, inputType, SVG } from './role.ts'
import { collapse } from './text-tools.ts'

/** Names longer than this say nothing more; they are cut before they enter fingerprints. */
export const MAX_NAME = 1000
/** Elements entered for one name; a page can nest without end. */
const MAX_DEPTH = 100

/**
 * Roles whose content does not name them (ARIA 1.2 §5.2.8.6). All else that can be acted on is named by what it shows:
 * for a clickable without a role that is the only name it can have.
 */
const NOT_FROM_CONTENT = new Set(
  (
    'textbox searchbox combobox listbox slider spinbutton scrollbar separator dialog alertdialog form search region group ' +
    'radiogroup table grid treegrid tree list menu menubar tablist toolbar navigation main banner contentinfo ' +
    'complementary progressbar meter application document log marquee timer status'
  ).split(' '),
)

/** Accessible names of one call (ACCNAME 1.2, host-language part by HTML-AAM and SVG-AAM). */
export class Names {
  private readonly labels = new Map<Element, string>()

  constructor(private readonly layout: Layout) {}

  /** The name of an element, at most `MAX_NAME` characters. */
  of(element: Element, role: string): string {
    return collapse(new Computation(this.layout, this.labels).start(element, role)).slice(0, MAX_NAME)
  }

  description(element: Element, name: string): string {
    const ids = attributeOf(element, 'aria-describedby')
    if (ids) {
      const text = collapse(new Computation(this.layout, this.labels).referenced(element, ids))
      if (text) return text === name ? '' : text.slice(0, MAX_NAME)
    }
    const direct = attributeOf(element, 'aria-description') ?? attributeOf(element, 'title')
    const text = direct ? collapse(direct) : ''
    return text === name ? '' : text.slice(0, MAX_NAME)
  }
}

interface Traversal {
  /** Inside an `aria-labelledby` reference: no further reference is followed. */
  labelledby: boolean
  /** Reached from another element whose name is being made. */
  nested: boolean
  /** Inside a reference to a hidden element, where hidden content counts. */
  hidden: boolean
  depth: number
}

class Computation {
  private readonly visited = new Set<Element>()
  private budget = MAX_NAME * 2
  private readonly root: { element: Element | undefined } = { element: undefined }

  constructor(
    private readonly layout: Layout,
    private readonly labels: Map<Element, string>,
  ) {}

  start(element: Element, role: string): string {
    this.root.element = element
    return this.name(element, role, { labelledby: false, nested: false, hidden: false, depth: 0 })
  }

  referenced(element: Element, ids: string): string {
    const parts: string[] = []
    for (const id of ids.split(/\s+/, 50)) {
      const target = id ? elementById(element, id) : null
      if (!target) continue
      const hidden = this.isHidden(target) || !this.isRendered(target)
      parts.push(this.name(target, null, { labelledby: true, nested: true, hidden, depth: 0 }))
    }
    return parts.join(' ')
  }

  private name(element: Element, knownRole: string | null, t: Traversal): string {
    if (t.depth > MAX_DEPTH || this.budget <= 0 || this.visited.has(element)) return ''
    const tag = localNameOf(element)
    const attributes = hasAnyAttribute(element)
    // 2A: hidden content counts only where it was referenced.
    if (t.nested && !t.hidden && this.isHidden(element)) return ''
    // 2B
    if (attributes && !t.labelledby) {
      const ids = attributeOf(element, 'aria-labelledby')
      if (ids) {
        const text = new Computation(this.layout, this.labels).referenced(element, ids)
        if (text.trim()) return text
      }
    }
    const explicit = attributes ? explicitRole(element) : null
    const role = knownRole ?? explicit ?? impliedRole(element)
    // 2C: a control inside a label stands for its value.
    if (t.nested) {
      const value = embeddedValue(element, tag, role)
      if (value !== undefined && !(this.root.element === element && t.labelledby)) return value
    }
    // 2D
    if (attributes) {
      const label = attributeOf(element, 'aria-label')
      if (label?.trim()) return label
    }
    this.visited.add(element)
    // 2E
    if (explicit !== 'none' && explicit !== 'presentation') {
      const native = this.native(element, tag, t)
      if (native?.trim()) return native
    }
    // 2F
    if (t.nested || !NOT_FROM_CONTENT.has(role)) {
      const text = this.content(element, t)
      if (text.trim()) return text
    }
    // 2I
    if (attributes && tag !== 'iframe') {
      const title = attributeOf(element, 'title')
      if (title?.trim()) return title
      if (tag === 'input' || tag === 'textarea') {
        const placeholder = attributeOf(element, 'placeholder') ?? attributeOf(element, 'aria-placeholder')
        if (placeholder) return placeholder
      }
    }
    return ''
  }

  /** Step 2E: what HTML-AAM §4.1 and SVG-AAM §8 name as the host language's label. */
  private native(element: Element, tag: string, t: Traversal): string | undefined {
    if (namespaceOf(element) === SVG)
      return this.childText(element, 'title', t) ?? attributeOf(element, 'xlink:title') ?? undefined
    switch (tag) {
      case 'input': {
        const type = inputType(element)
        const buttonLike = type === 'submit' || type === 'reset' || type === 'button' || type === 'image'
        const labelled = this.fromLabels(element, t)
        if (labelled) return labelled
        if (!buttonLike) return undefined
        if (type === 'image') {
          return (
            attributeOf(element, 'alt') || attributeOf(element, 'value') || attributeOf(element, 'title') || 'Submit'
          )
        }
        const value = attributeOf(element, 'value')
        if (value?.trim()) return value
        return type === 'submit' ? 'Submit' : type === 'reset' ? 'Reset' : undefined
      }
      case 'button':
      case 'select':
      case 'textarea':
      case 'output':
      case 'meter':
      case 'progress':
        return this.fromLabels(element, t)
      case 'img':
      case 'area':
        return attributeOf(element, 'alt') ?? undefined
      case 'fieldset':
        return this.childText(element, 'legend', t)
      case 'figure':
        return this.childText(element, 'figcaption', t)
      case 'table':
        return this.childText(element, 'caption', t)
      case 'optgroup':
      case 'option':
        return attributeOf(element, 'label') ?? undefined
      default:
        return undefined
    }
  }

  private fromLabels(element: Element, t: Traversal): string | undefined {
    if (t.labelledby && t.nested && t.depth > 0) return undefined
    const labels = (element as HTMLInputElement).labels
    if (!labels?.length) return undefined
    const parts: string[] = []
    for (const label of labels) {
      if (this.visited.has(label)) continue
      parts.push(this.name(label, null, { labelledby: t.labelledby, nested: true, hidden: false, depth: t.depth + 1 }))
    }
    return parts.join(' ')
  }

  private childText(element: Element, tag: string, t: Traversal): string | undefined {
    for (const child of childElementsOf(element)) {
      if (localNameOf(child) !== tag) continue
      return this.name(child, null, { ...t, nested: true, depth: t.depth + 1, hidden: t.hidden || tag === 'title' })
    }
    return undefined
  }

  /** Steps 2F to 2H. */
  private content(element: Element, t: Traversal): string {
    let text = this.layout.pseudo(element, '::before')
    const owned = attributeOf(element, 'aria-owns')
    const slotted = localNameOf(element) === 'slot' ? assignedNodes(element) : undefined
    if (slotted) for (const node of slotted) text += this.node(node, t)
    else for (let node = firstShown(element); node; node = nextSiblingOf(node)) text += this.node(node, t)
    if (owned) {
      for (const id of owned.split(/\s+/, 50)) {
        const target = id ? elementById(element, id) : null
        if (target && !composedContains(element, target)) text += ` ${this.node(target, t)} `
      }
    }
    return text + this.layout.pseudo(element, '::after')
  }

  private node(node: Node, t: Traversal): string {
    const type = nodeTypeOf(node)
    if (type === 3) {
      const text = (node as Text).data.slice(0, MAX_NAME * 2)
      this.budget -= text.length
      return text
    }
    if (type !== 1) return ''
    const element = node as Element
    const text = this.name(element, null, { ...t, nested: true, depth: t.depth + 1 })
    if (localNameOf(element) === 'br') return ' '
    const { display } = this.layout.style(element)
    return text && display !== 'inline' && display !== 'contents' ? ` ${text} ` : text
  }

  isHidden(element: Element): boolean {
    const tag = localNameOf(element)
    if (tag === 'script' || tag === 'style' || tag === 'template' || tag === 'noscript') return true
    if (hasAnyAttribute(element) && attributeOf(element, 'aria-hidden') === 'true') return true
    if (tag === 'slot') return false
    const style = this.layout.style(element)
    return style.display === 'none' || style.visibility === 'hidden' || style.visibility === 'collapse'
  }

  private isRendered(element: Element): boolean {
    for (let at = composedParent(element); at; at = composedParent(at)) {
      if (attributeOf(at, 'aria-hidden') === 'true' || this.layout.style(at).display === 'none') return false
    }
    return true
  }
}
