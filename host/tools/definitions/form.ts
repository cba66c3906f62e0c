import { z } from 'zod'
import { BrowserError } from '../../errors/browser-error.ts'
import type { BrowserTransition, ElementView } from '../../runtime/types.ts'
import { act, actionAnswer, resolveTarget } from '../act.ts'
import { defineTool } from '../definition.ts'
import { target, VALUE_CHARS } from './parameters.ts'

const fillForm = defineTool({
  name: 'browser_fill_form',
  description: 'Fill several fields in order: text, an option of a list, or true/false for a checkbox.',
  parameters: z.strictObject({
    fields: z
      .array(z.strictObject({ target, value: z.string().max(VALUE_CHARS) }))
      .min(1)
      .max(100),
    submit: z.boolean().optional().describe('Press Enter in the last field'),
  }),
  examples: [
    {
      fields: [
        { target: 'label=Name', value: 'Ada' },
        { target: 'e8', value: 'true' },
      ],
    },
  ],
  kind: 'execute',
  acts: true,
  title: (args) => `Fill ${args.fields.length} fields`,
  async execute(args, context) {
    const done: BrowserTransition[] = []
    for (const [index, field] of args.fields.entries()) {
      try {
        const element = await resolveTarget(field.target, context)
        done.push(await act(fieldAction(element, field.value), context))
        if (args.submit && index === args.fields.length - 1)
          done.push(await act({ type: 'press', key: 'Enter', target: element.ref }, context))
      } catch (error) {
        throw placed(error, index, args.fields.length)
      }
    }
    return actionAnswer(`fill ${args.fields.length} fields`, done, context)
  },
})

const YES = new Set(['true', 'on', 'yes', 'checked', '1'])

function fieldAction(element: ElementView, value: string): Parameters<typeof act>[0] {
  const target = element.ref
  if (element.kind === 'toggle') return { type: 'check', target, checked: YES.has(value.trim().toLowerCase()) }
  if (element.kind === 'choice') return { type: 'select', target, options: [value] }
  return { type: 'fill', target, value }
}

/** Says which field failed: those before it are filled. */
function placed(error: unknown, index: number, total: number): unknown {
  if (!(error instanceof BrowserError) || total === 1) return error
  error.message = `Field ${index + 1} of ${total} (the ${index} before it are filled): ${error.message}`
  return error
}

export const formTools = [fillForm]
