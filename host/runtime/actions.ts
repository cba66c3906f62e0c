import { BrowserError } from '../errors/browser-error.ts'
import type { ProviderAction, ProviderActionTarget } from '../provider/types.ts'
import type { ObservationBook } from './observation-book.ts'
import type { BrowserAction, Ref } from './types.ts'

/**
 * Replaces refs by the provider's targets, at the operation's turn and before the provider runs: refs that are not of
 * the newest observation, and what the runtime can refuse by itself, end here.
 */
export function bindAction(action: BrowserAction, book: ObservationBook): ProviderAction {
  const { observation, ...rest } = action
  if (observation !== undefined) book.assertCurrent(observation)
  const bind = (ref: Ref): ProviderActionTarget => {
    const { target, fingerprint } = book.resolve(ref, observation)
    return { target, fingerprint }
  }
  const optionally = (ref: Ref | undefined) => (ref === undefined ? {} : { target: bind(ref) })
  switch (rest.type) {
    case 'fill':
      assertNoPassword(rest.target, book, observation)
      return { ...rest, target: bind(rest.target) }
    case 'click':
    case 'fill-credential':
    case 'select':
    case 'check':
    case 'hover':
      return { ...rest, target: bind(rest.target) }
    case 'drag':
      return { ...rest, target: bind(rest.target), to: bind(rest.to) }
    case 'press': {
      const { target, ...press } = rest
      return { ...press, ...optionally(target) }
    }
    case 'scroll': {
      const { target, ...scroll } = rest
      return { ...scroll, ...optionally(target) }
    }
    case 'wait': {
      const condition = rest.for
      return condition.kind === 'element'
        ? { ...rest, for: { ...condition, target: bind(condition.target) } }
        : { ...rest, for: condition }
    }
    case 'navigate':
    case 'back':
    case 'forward':
    case 'reload':
    case 'dialog':
    case 'tab':
      return rest
    default:
      throw new BrowserError('BROWSER_INPUT_INVALID', `There is no action "${(rest as { type?: unknown }).type}".`, {
        reason: 'type',
      })
  }
}

/** What a model types is in the host's log already: passwords go through `fill-credential`. */
function assertNoPassword(ref: Ref, book: ObservationBook, observation: string | undefined): void {
  const { view } = book.resolve(ref, observation)
  if (view.constraints?.type !== 'password') return
  throw new BrowserError('BROWSER_POLICY_DENIED', `${ref} is a password field; it takes a credential only.`, {
    reason: 'password',
    refsValid: true,
  })
}
