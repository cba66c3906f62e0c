import type { ElementView, Observation } from '../../host/runtime/types.ts'

/** An element with the usual in all that a test does not name. */
export function element(ref: string, role: string, name: string, more: Partial<ElementView> = {}): ElementView {
  const kind = KINDS[role] ?? 'clickable'
  return {
    ref,
    role,
    name,
    kind,
    states: {},
    tier: role === 'link' ? 4 : 1,
    section: 'main',
    pagination: false,
    ordinal: Number(ref.slice(1)),
    fingerprint: `${role}:${name}`,
    frame: 0,
    ...more,
  }
}

const KINDS: Record<string, ElementView['kind']> = {
  link: 'link',
  button: 'button',
  textbox: 'field',
  searchbox: 'field',
  checkbox: 'toggle',
  radio: 'toggle',
  combobox: 'choice',
}

export function observation(id: string, elements: ElementView[], more: Partial<Observation> = {}): Observation {
  const url = more.url ?? 'https://shop.example/'
  const text = more.text ?? ''
  return {
    id,
    environment: 'env',
    generation: 1,
    page: 'p1',
    revision: 1,
    digest: id,
    takenAt: 0,
    url,
    title: 'Shop',
    language: 'en',
    text,
    textTotalChars: text.length,
    textTruncated: false,
    elements,
    elementsTotal: elements.length,
    elementsTruncated: false,
    groups: [],
    frames: [
      {
        parent: -1,
        url,
        title: 'Shop',
        name: '',
        status: 'observed',
        elementsTotal: elements.length,
        textTotalChars: text.length,
      },
    ],
    closedShadowRoots: 0,
    scroll: { x: 0, y: 0, width: 1280, height: 720, viewportWidth: 1280, viewportHeight: 720 },
    ...more,
  }
}
