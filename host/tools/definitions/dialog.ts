import { z } from 'zod'
import { act, actionAnswer } from '../act.ts'
import { defineTool } from '../definition.ts'

const dialog = defineTool({
  name: 'browser_dialog',
  description: 'Answer an open alert, confirm or prompt.',
  parameters: z.strictObject({
    accept: z.boolean(),
    text: z.string().max(10_000).optional().describe('For a prompt'),
  }),
  examples: [{ accept: true }, { accept: true, text: 'Ada' }],
  needs: 'dialogs',
  kind: 'execute',
  acts: true,
  title: (args) => `${args.accept ? 'Accept' : 'Dismiss'} the dialog`,
  async execute(args, context) {
    const action = {
      type: 'dialog',
      accept: args.accept,
      ...(args.text === undefined ? {} : { text: args.text }),
    } as const
    return actionAnswer('dialog', [await act(action, context)], context)
  },
})

export const dialogTools = [dialog]
