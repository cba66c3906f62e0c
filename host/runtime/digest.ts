import { createHash } from 'node:crypto'

/** SHA-256, hex, over JSON with its keys in order: equal content has one digest whatever built it. */
export function digestOf(content: unknown): string {
  return createHash('sha256').update(canonical(content)).digest('hex')
}

function canonical(content: unknown): string {
  return JSON.stringify(content, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)))
      : value,
  )
}
