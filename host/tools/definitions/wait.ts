import { z } from 'zod'
import { BrowserError } from '../../errors/browser-error.ts'
import type { WaitCondition } from '../../provider/types.ts'
import type { Ref } from '../../runtime/types.ts'
import { act, actionAnswer, resolveTarget } from '../act.ts'
import type { ToolContext } from '../context.ts'
import { defineTool } from '../definition.ts'
import { target } from './parameters.ts'

/** Kept of the call's time for seeing the page afterwards. Milliseconds. */
const RESERVE = 2_000

const STATES = ['visible', 'hidden', 'enabled', 'disabled'] as const

const parameters = z.strictObject({
  text: z.string().min(1).max(1_000).optional().describe('Until this is on the page'),
  gone: z.string().min(1).max(1_000).optional().describe('Until this text is gone'),
  url: z.string().min(1).max(2_000).optional().describe('Until the address contains this'),
  target: target.optional().describe('Until this has `state`'),
  state: z.enum(STATES).optional().describe('Default visible'),
  ms: z.int().min(1).max(600_000).optional().describe('This long'),
  timeout_ms: z.int().min(1).max(600_000).optional(),
})

const wait = defineTool({
  name: 'browser_wait',
  description:
    'Wait for one thing; without arguments, until the page settles. Actions wait for the page by themselves.',
  parameters,
  examples: [{ text: 'Order placed' }, { target: 'button|Pay', state: 'enabled' }, { url: '/done' }, {}],
  kind: 'read',
  acts: false,
  title: (args) => `Wait${args.text ? ` for “${args.text}”` : ''}`,
  async execute(args, context) {
    const longest = Math.max(500, context.settings.timeoutMs - RESERVE)
    const condition = await conditionOf(args, context)
    const timeoutMs = Math.min(args.timeout_ms ?? longest, longest)
    if (condition.kind === 'time') condition.ms = Math.min(condition.ms, longest)
    return actionAnswer('wait', [await act({ type: 'wait', for: condition, timeoutMs }, context)], context)
  },
})

async function conditionOf(args: z.infer<typeof parameters>, context: ToolContext): Promise<WaitCondition<Ref>> {
  const given = [args.text, args.gone, args.url, args.target, args.ms].filter((value) => value !== undefined)
  if (given.length > 1) {
    throw new BrowserError('BROWSER_INPUT_INVALID', 'Wait for one thing: text, gone, url, target or ms.', {
      refsValid: true,
    })
  }
  if (args.text !== undefined) return { kind: 'text', text: args.text }
  if (args.gone !== undefined) return { kind: 'text', text: args.gone, gone: true }
  if (args.url !== undefined) return { kind: 'url', url: args.url }
  if (args.ms !== undefined) return { kind: 'time', ms: args.ms }
  if (args.target === undefined) return { kind: 'settled' }
  const { ref } = await resolveTarget(args.target, context)
  return { kind: 'element', target: ref, state: args.state ?? 'visible' }
}

export const waitTools = [wait]
