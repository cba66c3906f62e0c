import { cut } from '../text.ts'
import type { BrowserAction, RedactedAction } from './types.ts'

export const REDACTED = '[REDACTED]'

const MAX_TEXT_CHARS = 200
const MAX_URL_CHARS = 2_000

/**
 * An action as evidence keeps it. What was typed is told by its length alone, what was filled from a credential by the
 * credential's reference alone, and a URL loses its user name, password and fragment.
 */
export function redactAction(action: BrowserAction): RedactedAction {
  const { observation } = action
  const base = observation === undefined ? {} : { observation }
  switch (action.type) {
    case 'fill':
      return {
        ...base,
        type: action.type,
        target: action.target,
        value: REDACTED,
        valueChars: action.value.length,
        submit: action.submit,
      }
    case 'fill-credential':
      return {
        ...base,
        type: action.type,
        target: action.target,
        value: REDACTED,
        reference: cut(action.reference, MAX_TEXT_CHARS),
        submit: action.submit,
      }
    case 'click':
      return {
        ...base,
        type: action.type,
        target: action.target,
        button: action.button,
        clicks: action.clicks,
        modifiers: action.modifiers?.join('+'),
      }
    case 'select':
      return {
        ...base,
        type: action.type,
        target: action.target,
        options: cut(action.options.join(', '), MAX_TEXT_CHARS),
      }
    case 'check':
      return { ...base, type: action.type, target: action.target, checked: action.checked }
    case 'hover':
      return { ...base, type: action.type, target: action.target }
    case 'drag':
      return { ...base, type: action.type, target: action.target, to: action.to }
    case 'press':
      return { ...base, type: action.type, target: action.target, key: keyName(action.key) }
    case 'scroll':
      return {
        ...base,
        type: action.type,
        target: action.target,
        direction: action.direction,
        amount: action.amount,
        to: action.to,
      }
    case 'navigate':
      return { ...base, type: action.type, url: publicUrl(action.url) }
    case 'wait':
      return {
        ...base,
        type: action.type,
        for: action.for.kind,
        target: action.for.kind === 'element' ? action.for.target : undefined,
        timeoutMs: action.timeoutMs,
      }
    case 'dialog':
      return { ...base, type: action.type, accept: action.accept, textChars: action.text?.length }
    case 'tab':
      return action.do === 'open'
        ? { ...base, type: action.type, do: action.do, url: publicUrl(action.url) }
        : { ...base, type: action.type, do: action.do, tab: cut(action.tab, MAX_TEXT_CHARS) }
    case 'back':
    case 'forward':
    case 'reload':
      return { ...base, type: action.type }
  }
}

/** A single character may be one of a secret typed key by key; a named key or a chord is not. */
const keyName = (key: string) => ([...key].length === 1 ? REDACTED : cut(key, MAX_TEXT_CHARS))

/** Without credentials and fragment. What is no URL is kept as text, since it reached no server. */
export function publicUrl(url: string): string {
  if (!URL.canParse(url)) return cut(url, MAX_URL_CHARS)
  const parsed = new URL(url)
  parsed.username = ''
  parsed.password = ''
  parsed.hash = ''
  return cut(parsed.href, MAX_URL_CHARS)
}
