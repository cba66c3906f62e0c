import { REDACTED } from './redaction.ts'

/** A shorter value would blank out ordinary text; it is redacted only where it stands alone. */
const MIN_CHARS_IN_TEXT = 4
const MAX_SECRETS = 200

/**
 * Values that were filled from credentials. A page may show them again, in a field, a link or the URL of a form sent
 * by GET; whatever the provider answers is cleaned of them before it becomes evidence.
 */
export class Secrets {
  private readonly values = new Set<string>()

  add(value: string): void {
    if (value === '') return
    this.values.add(value)
    const [oldest] = this.values
    if (this.values.size > MAX_SECRETS && oldest !== undefined) this.values.delete(oldest)
  }

  /** The same plain JSON with every secret replaced; the very same object where there is nothing to look for. */
  scrub<Value>(value: Value): Value {
    return this.values.size === 0 ? value : (this.visit(value) as Value)
  }

  private visit(value: unknown): unknown {
    if (typeof value === 'string') return this.clean(value)
    if (Array.isArray(value)) return value.map((item) => this.visit(item))
    if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, IDENTITIES.has(key) ? item : this.visit(item)]),
    )
  }

  private clean(text: string): string {
    if (this.values.has(text)) return REDACTED
    let clean = text
    for (const secret of this.values) {
      if (secret.length < MIN_CHARS_IN_TEXT) continue
      for (const spelling of spellings(secret)) clean = clean.replaceAll(spelling, REDACTED)
    }
    return clean
  }
}

/** Names that must stay whole to address anything; none of them is made from a field's value. */
const IDENTITIES = new Set(['key', 'target', 'fingerprint', 'page', 'groupKey', 'payload'])

/** As typed, as a URL component, and as a form sends it. */
const spellings = (secret: string) =>
  new Set([
    secret,
    encodeURIComponent(Buffer.from(secret).toString()),
    new URLSearchParams({ v: secret }).toString().slice(2),
  ])
