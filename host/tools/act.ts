import { BrowserError } from '../errors/browser-error.ts'
import type { BrowserAction, BrowserTransition, ElementView, Observation } from '../runtime/types.ts'
import { changeLines, changeSet, changeSummary, eventLine } from './answer/change.ts'
import { fenced } from './answer/fence.ts'
import { counted } from './answer/numbers.ts'
import { limits } from './answer/observation.ts'
import type { Answer, ToolContext } from './context.ts'
import { matches, onlyOne, parseTarget, type Target } from './target.ts'

export function currentObservation({ lease }: ToolContext): Observation {
  const current = lease.current
  if (!current) throw new BrowserError('BROWSER_OBSERVATION_MISSING', 'No page has been observed yet.')
  return current
}

/** Looks anew. */
export function observe({ lease, signal }: ToolContext): Promise<Observation> {
  return lease.observe({}, signal)
}

/**
 * The element a target means in the current observation. Looking again is harmless, so a target by description that is
 * not there gets one fresh look.
 */
export async function resolveTarget(written: string, context: ToolContext): Promise<ElementView> {
  const target = parseTarget(written, context.settings.cssTargets)
  const current = currentObservation(context)
  if (target.by === 'ref') {
    const known = current.elements.find(({ ref }) => ref === target.ref)
    if (known) return known
    throw new BrowserError(
      'BROWSER_REF_UNKNOWN',
      `${target.ref} is no element of ${current.id}, the newest observation.`,
      {
        refsValid: true,
      },
    )
  }
  const found = await described(target, current, context)
  if (found.length > 0) return onlyOne(written, found, current, context.view.words)
  const fresh = await observe(context)
  return onlyOne(written, await described(target, fresh, context), fresh, context.view.words)
}

/** What of an observation a description matches. */
async function described(
  target: Exclude<Target, { by: 'ref' }>,
  { id, elements }: Observation,
  { lease, signal }: ToolContext,
): Promise<readonly ElementView[]> {
  if (target.by !== 'css') return matches(target, elements)
  const refs = new Set(await lease.match({ selector: target.selector, observation: id }, signal))
  return elements.filter(({ ref }) => refs.has(ref))
}

/** An action upon the page, or one upon an element without the observation it is named in. */
type Unplaced = BrowserAction extends infer Action
  ? Action extends unknown
    ? Omit<Action, 'observation'>
    : never
  : never

/** Acts in the newest observation: refs keep to their elements, so a ref of an older one that is still there is the same. */
export async function act(action: Unplaced, { lease, signal }: ToolContext): Promise<BrowserTransition> {
  const observation = lease.current?.id
  return lease.act({ ...action, ...(observation === undefined ? {} : { observation }) } as BrowserAction, signal)
}

/** The answer of an action: what it was, what happened beside it, then what changed or the new page. */
export function actionAnswer(said: string, transitions: readonly BrowserTransition[], context: ToolContext): Answer {
  const { view, settings } = context
  const { words } = view
  const after = transitions.at(-1)?.after
  const told = transitions.flatMap((transition) => transition.events.map((event) => eventLine(event, words)))
  const events = fenced(after?.id ?? '', told)
  if (!after) return { text: [said, ...events].join('\n') }

  const change = changeSet(transitions, words)
  if (!change || change.navigated) {
    const status = transitions.some((transition) => transition.change?.navigated) ? `${said}: navigated` : said
    return { text: [status, ...events, ...view.read(after, 'summary', settings.answerChars)].join('\n') }
  }
  // A page that has mostly become another is told as one.
  if (change.elements.length > 10 && change.elements.length > after.elements.length * 0.6) {
    return {
      text: [`${said}: ${changeSummary(change)}`, ...events, ...view.read(after, 'summary', settings.answerChars)].join(
        '\n',
      ),
    }
  }
  const { lines, unsaid } = changeLines(change, words, settings.answerChars / 2)
  const token = view.stand(after, 'summary', settings.answerChars)
  const same = after.elements.length - change.elements.length
  const rest = [
    unsaid > 0 ? `${counted(unsaid, 'change')} not shown` : '',
    same > 0 ? `${counted(same, 'element')} as before` : '',
  ].filter((part) => part !== '')
  return {
    text: [
      `${said}: ${changeSummary(change)}`,
      ...events,
      ...fenced(after.id, lines),
      ...(unsaid > 0 ? [`${rest.join(', ')}; all: browser_observe_next ${token}`] : rest),
      ...limits(after),
    ].join('\n'),
  }
}
