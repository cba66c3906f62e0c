import { assignedNodes, composedContains, composedParent, firstShown } from '../dom/composed.ts'
import { Labels } from '../dom/labels.ts'
import {
  attributeOf,
  childElementsOf,
  elementById,
  localNameOf,
  matchesSelector,
  namespaceOf,
  nextSiblingOf,
  nodeTypeOf,
} from '../dom/native.ts'
import type { Layout } from '../observe/types.ts'
import { wordMap, wordSet } from '../tables.ts'
import { embeddedValue } from './embedded.ts'
import { explicitRole, impliedRole, inputType, SVG } from './role.ts'
import { collapse } from './text-tools.ts'

/** Names longer than this say nothing more; they are cut before they enter fingerprints. */
export const MAX_NAME = 1000
/** Elements entered for one name; a page can nest without end. */
const MAX_DEPTH = 100
const MAX_ELEMENTS = 2000
/** Ids followed of one attribute. */
const MAX_REFERENCES = 50

/**
 * Roles whose content does not name them (ARIA 1.2 §5.2.8.6). All else that can be acted on is named by what it shows:
 * for a clickable without a role that is the only name it can have.
 */
const NOT_FROM_CONTENT = wordSet(
  'textbox searchbox combobox listbox slider spinbutton scrollbar separator dialog alertdialog form search region group ' +
    'radiogroup table grid treegrid tree list menu menubar tablist toolbar navigation main banner contentinfo ' +
    'complementary progressbar meter application document log marquee timer status',
)

/** Attributes that take part in a name; most elements inside a name have none of them. */
const NAMING = '[role],[aria-label],[aria-labelledby],[aria-hidden],[aria-owns],[title],[alt]'

/** Tags that are controls, pictures or captions by themselves; all others take part in a name by their content alone. */
const NATIVE = wordSet(
  'input select textarea button output meter progress img area svg fieldset figure table optgroup option',
)

/** What holds the label that the host language gives a tag: an attribute, or a child. */
const LABEL_ATTRIBUTES = wordMap({ alt: 'img area', label: 'optgroup option' })
const CAPTIONS = wordMap({ caption: 'table', figcaption: 'figure', legend: 'fieldset' })

/** Accessible names of one call (ACCNAME 1.2, host-language part by HTML-AAM and SVG-AAM). */
export class Names {
  private readonly labels = new Labels()

  constructor(private readonly layout: Layout) {}

  /** The name of an element, at most `MAX_NAME` characters. */
  of(element: Element, role: string): string {
    return collapse(new Computation(this.layout, this.labels).name(element, role, ROOT)).slice(0, MAX_NAME)
  }

  /** What describes an element beyond its name (ACCNAME 1.2 §4.3.1); empty where nothing does. */
  description(element: Element, name: string): string {
    const ids = attributeOf(element, 'aria-describedby')
    const text =
      (ids && new Computation(this.layout, this.labels).referenced(element, ids)) ||
      attributeOf(element, 'aria-description') ||
      attributeOf(element, 'title') ||
      ''
    const description = collapse(text).slice(0, MAX_NAME)
    return description === name ? '' : description
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

const ROOT: Traversal = { labelledby: false, nested: false, hidden: false, depth: 0 }

class Computation {
  /** Most names come from one element: the set is for the others. */
  private first: Element | undefined
  private others: Set<Element> | undefined
  private characters = MAX_NAME * 2
  private elements = MAX_ELEMENTS

  constructor(
    private readonly layout: Layout,
    private readonly labels: Labels,
  ) {}

  private isVisited(element: Element): boolean {
    return element === this.first || this.others?.has(element) === true
  }

  private visit(element: Element): void {
    if (!this.first) {
      this.first = element
      return
    }
    this.others ??= new Set()
    this.others.add(element)
  }

  /** Step 2B, for one list of ids. */
  referenced(element: Element, ids: string): string {
    const parts: string[] = []
    for (const id of ids.split(/\s+/, MAX_REFERENCES)) {
      const target = id ? elementById(element, id) : null
      if (!target) continue
      const hidden = this.isHidden(target, localNameOf(target)) || !this.isRendered(target)
      parts.push(this.name(target, null, { labelledby: true, nested: true, hidden, depth: 0 }))
    }
    return parts.join(' ')
  }

  name(element: Element, knownRole: string | null, t: Traversal): string {
    if (t.depth > MAX_DEPTH || this.characters <= 0 || this.elements-- <= 0 || this.isVisited(element)) return ''
    const tag = localNameOf(element)
    // 2A: hidden content counts only where it was referenced.
    if (t.nested && !t.hidden && this.isHidden(element, tag)) return ''
    const naming = matchesSelector(element, NAMING)
    const native = NATIVE.has(tag) || namespaceOf(element) === SVG
    this.visit(element)
    // The fast path of what most names are made of: nothing but content can come from a plain element.
    if (t.nested && !naming && !native) return this.content(element, tag, false, t)
    return this.inFull(element, tag, knownRole, naming, native, t)
  }

  private inFull(
    element: Element,
    tag: string,
    knownRole: string | null,
    naming: boolean,
    native: boolean,
    t: Traversal,
  ): string {
    // 2B
    if (naming && !t.labelledby) {
      const ids = attributeOf(element, 'aria-labelledby')
      const text = ids ? new Computation(this.layout, this.labels).referenced(element, ids) : ''
      if (text.trim()) return text
    }
    const explicit = naming ? explicitRole(element) : null
    const role = knownRole ?? explicit ?? impliedRole(element)
    // 2C: a control inside a label stands for its value.
    const value = t.nested ? embeddedValue(element, tag, role) : undefined
    if (value !== undefined) return value
    // 2D
    const label = naming ? attributeOf(element, 'aria-label') : null
    if (label?.trim()) return label
    // 2E
    if (native && explicit !== 'none' && explicit !== 'presentation') {
      const text = this.native(element, tag, t)
      if (text?.trim()) return text
    }
    // 2F
    if (t.nested || !NOT_FROM_CONTENT.has(role)) {
      const text = this.content(element, tag, naming, t)
      if (text.trim()) return text
    }
    // 2I
    const title = naming ? attributeOf(element, 'title') : null
    if (title?.trim()) return title
    return tag === 'input' || tag === 'textarea'
      ? (attributeOf(element, 'placeholder') ?? '')
      : (attributeOf(element, 'aria-placeholder') ?? '')
  }

  /** Step 2E: what HTML-AAM §4.1 and SVG-AAM §8 name as the host language's label. */
  private native(element: Element, tag: string, t: Traversal): string | undefined {
    if (namespaceOf(element) === SVG)
      return this.childText(element, 'title', t) ?? attributeOf(element, 'xlink:title') ?? undefined
    const attribute = LABEL_ATTRIBUTES.get(tag)
    if (attribute) return attributeOf(element, attribute) ?? undefined
    const caption = CAPTIONS.get(tag)
    if (caption) return this.childText(element, caption, t)
    return this.fromLabels(element, t) || (tag === 'input' ? buttonText(element) : undefined)
  }

  private fromLabels(element: Element, t: Traversal): string | undefined {
    if (t.labelledby && t.nested && t.depth > 0) return undefined
    const labels = this.labels.of(element)
    if (labels.length === 0) return undefined
    const parts: string[] = []
    for (const label of labels) {
      if (this.isVisited(label)) continue
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
  private content(element: Element, tag: string, naming: boolean, t: Traversal): string {
    const inner: Traversal = { labelledby: t.labelledby, nested: true, hidden: t.hidden, depth: t.depth + 1 }
    let text = this.layout.pseudo(element, '::before')
    const assigned = tag === 'slot' ? assignedNodes(element) : undefined
    if (assigned) for (const node of assigned) text += this.node(node, inner)
    else for (let node = firstShown(element); node; node = nextSiblingOf(node)) text += this.node(node, inner)
    const owned = naming ? attributeOf(element, 'aria-owns') : null
    if (owned) {
      for (const id of owned.split(/\s+/, MAX_REFERENCES)) {
        const target = id ? elementById(element, id) : null
        if (target && !composedContains(element, target)) text += ` ${this.node(target, inner)} `
      }
    }
    return text + this.layout.pseudo(element, '::after')
  }

  private node(node: Node, t: Traversal): string {
    const type = nodeTypeOf(node)
    if (type === 3) {
      const { data } = node as Text
      const text = data.length > MAX_NAME * 2 ? data.slice(0, MAX_NAME * 2) : data
      this.characters -= text.length
      return text
    }
    if (type !== 1) return ''
    const element = node as Element
    if (localNameOf(element) === 'br') return ' '
    const text = this.name(element, null, t)
    if (text === '') return ''
    const { display } = this.layout.style(element)
    return display === 'inline' || display === 'contents' ? text : ` ${text} `
  }

  private isHidden(element: Element, tag: string): boolean {
    if (tag === 'script' || tag === 'style' || tag === 'template' || tag === 'noscript') return true
    if (tag === 'slot') return false
    const { display, visibility } = this.layout.style(element)
    return display === 'none' || visibility !== 'visible' || attributeOf(element, 'aria-hidden') === 'true'
  }

  private isRendered(element: Element): boolean {
    for (let at = composedParent(element); at; at = composedParent(at)) {
      if (attributeOf(at, 'aria-hidden') === 'true' || this.layout.style(at).display === 'none') return false
    }
    return true
  }
}

/** What an `input` that is a button shows. */
function buttonText(input: Element): string | undefined {
  const type = inputType(input)
  if (type === 'image')
    return attributeOf(input, 'alt') || attributeOf(input, 'value') || attributeOf(input, 'title') || 'Submit'
  if (type !== 'submit' && type !== 'reset' && type !== 'button') return undefined
  const value = attributeOf(input, 'value')
  if (value?.trim()) return value
  return type === 'submit' ? 'Submit' : type === 'reset' ? 'Reset' : undefined
}
