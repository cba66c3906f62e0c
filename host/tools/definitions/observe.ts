import { z } from 'zod'
import { BrowserError } from '../../errors/browser-error.ts'
import type { Observation } from '../../runtime/types.ts'
import { currentObservation, observe, resolveTarget } from '../act.ts'
import { ANSWER_MODES } from '../answer/modes.ts'
import type { Selection } from '../answer/reading.ts'
import type { ToolContext } from '../context.ts'
import { defineTool } from '../definition.ts'
import { target } from './parameters.ts'

const look = defineTool({
  name: 'browser_observe',
  description: 'Look at the page as it is now.',
  parameters: z.strictObject({
    mode: z
      .enum(ANSWER_MODES)
      .optional()
      .describe(
        'summary (default): what matters to act, a lead of text; interactive: every element, no text; document: the text',
      ),
    region: target.optional().describe('Only this element or record (e12, g3), whole'),
    max_chars: z.int().min(500).max(100_000).optional().describe('Length of the answer'),
  }),
  examples: [{}, { mode: 'document' }, { region: 'g3' }, { region: 'e12', mode: 'interactive', max_chars: 2000 }],
  kind: 'read',
  acts: false,
  title: (args) => `Look at the page${args.region ? ` near ${args.region}` : ''}${args.mode ? ` (${args.mode})` : ''}`,
  async execute(args, context) {
    const mode = args.mode ?? 'summary'
    const budget = args.max_chars ?? context.settings.answerChars
    const { observation, part } = args.region
      ? await regionOf(args.region, context)
      : { observation: await observe(context), part: undefined }
    return { text: context.view.read(observation, mode, budget, part).join('\n') }
  },
})

async function regionOf(region: string, context: ToolContext): Promise<{ observation: Observation; part: Selection }> {
  return /^g\d{1,9}$/.test(region.trim()) ? record(region.trim(), context) : near(region, context)
}

/** A record is in the observation already: all of it is shown without asking the page. */
async function record(group: string, context: ToolContext): Promise<{ observation: Observation; part: Selection }> {
  const observation = currentObservation(context)
  const elements = observation.elements.filter((element) => element.group === group)
  if (elements.length === 0) {
    throw new BrowserError(
      'BROWSER_REF_UNKNOWN',
      `${group} is no record of ${observation.id}, the newest observation.`,
      { refsValid: true },
    )
  }
  return { observation, part: { elements, text: '' } }
}

/** The page is asked for the region, then seen whole again, so that refs outside of it stay good. */
async function near(region: string, context: ToolContext): Promise<{ observation: Observation; part: Selection }> {
  const { ref } = await resolveTarget(region, context)
  const close = await context.lease.observe(
    { region: ref, observation: currentObservation(context).id },
    context.signal,
  )
  const observation = await observe(context)
  const inside = new Set(close.elements.map((element) => element.ref))
  return {
    observation,
    part: { elements: observation.elements.filter((element) => inside.has(element.ref)), text: close.text },
  }
}

const next = defineTool({
  name: 'browser_observe_next',
  description: 'Continue the last answer where it was cut, without looking anew.',
  parameters: z.strictObject({
    token: z.string().max(40).optional().describe('As given, such as o7.2; default: the next part'),
  }),
  examples: [{}, { token: 'o7.2' }],
  kind: 'read',
  acts: false,
  title: () => 'Read on',
  execute: async (args, context) => ({ text: context.view.next(args.token).join('\n') }),
})

export const observeTools = [look, next]
