import { cut } from './grapheme.ts'

/**
 * Everything that changes how a line reads without being read itself: C0 and C1 controls, bidi embeddings, overrides and
 * isolates, marks of direction, invisible operators, interlinear annotation, tag characters (a channel for text no person
 * sees), soft hyphens and zero-width spaces. The joiners U+200C and U+200D stay: Persian, Indic scripts and emoji need them.
 */
const INVISIBLE = new RegExp(
  [
    '[\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f]',
    '[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]',
    '[\\u00ad\\u200b\\u2060-\\u2065\\u206a-\\u206f\\ufeff]',
    '\\u034f|[\\u115f\\u1160\\u3164\\uffa0]|[\\u17b4\\u17b5]|[\\u180b-\\u180e]',
    '[\\ufff0-\\ufffb]|[\\u{1d173}-\\u{1d17a}]|[\\u{e0000}-\\u{e0fff}]',
  ].join('|'),
  'gu',
)

const LINE_BREAK = /\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/u
const SPACES = /[\s\u0085]+/gu

/** Text that must not be repeated, and what stands for it. */
export interface Secret {
  value: string
  label: string
}

/** Secrets shorter than this would mask half of any page; they are masked only where they are the whole text. */
const SHORTEST_SECRET = 4

/**
 * The only way page-made text enters an answer. Three forms, each of which a reader can tell from the tool's own words:
 * a quoted string on a line of the tool's, whole lines behind a bar, and a URL without spaces.
 */
export class PageWords {
  readonly #secrets: readonly { pattern: string; label: string; whole: boolean }[]

  constructor(secrets: readonly Secret[] = []) {
    this.#secrets = secrets
      .flatMap(({ value, label }) =>
        spellings(value).map((pattern) => ({ pattern, label, whole: value.length < SHORTEST_SECRET })),
      )
      .sort((a, b) => b.pattern.length - a.pattern.length)
  }

  /** One line without what nobody sees, not yet quoted. */
  plain(text: string, columns = Number.POSITIVE_INFINITY): string {
    const seen = this.#mask(text.toWellFormed()).replace(INVISIBLE, '').replace(SPACES, ' ').trim()
    return cut(seen, columns)
  }

  /** `"…"` with quotes and backslashes escaped: nothing inside can end it. */
  quote(text: string, columns = 120): string {
    return `"${this.plain(text, columns).replace(/["\\]/g, '\\$&')}"`
  }

  /** Lines of page text, empty ones left out, each behind a bar. */
  lines(text: string, columns = Number.POSITIVE_INFINITY, bar = '| '): string[] {
    return this.#mask(text.toWellFormed())
      .split(LINE_BREAK)
      .map((line) => this.plain(line, columns))
      .filter((line) => line !== '')
      .map((line) => `${bar}${line}`)
  }

  /** A URL as one word; what is cut is marked. */
  url(text: string, columns = 200): string {
    return cut(this.plain(text).replace(/[\s"<>|]/g, encodeURIComponent), columns)
  }

  #mask(text: string): string {
    let masked = text
    for (const { pattern, label, whole } of this.#secrets) {
      if (whole) masked = masked.trim() === pattern ? label : masked
      else masked = maskTail(masked.replaceAll(pattern, label), pattern, label)
    }
    return masked
  }
}

/** The forms in which a page gives back what was typed into it. */
function spellings(value: string): string[] {
  const encoded = encodeURIComponent(value.toWellFormed())
  const html = value.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
  const collapsed = value.replace(SPACES, ' ').trim()
  return [...new Set([value, collapsed, encoded, encoded.replaceAll('%20', '+'), html])].filter((form) => form !== '')
}

/** The page cuts long texts: what is left of a secret at the very end is masked too. */
function maskTail(text: string, secret: string, label: string): string {
  const body = text.endsWith('…') ? text.slice(0, -1) : text
  for (let length = Math.min(secret.length - 1, body.length); length >= SHORTEST_SECRET; length--) {
    if (body.endsWith(secret.slice(0, length))) return `${body.slice(0, -length)}${label}`
  }
  return text
}
