import { z } from 'zod'
import { diagnosticLines } from '../answer/diagnostics.ts'
import { fenced } from '../answer/fence.ts'
import { defineTool } from '../definition.ts'

const diagnostics = defineTool({
  name: 'browser_diagnostics',
  description: 'Console messages, script errors and failed requests of the page.',
  parameters: z.strictObject({
    since: z.int().min(0).optional().describe('Mark of an earlier answer: only what came later'),
  }),
  examples: [{}, { since: 12 }],
  needs: 'diagnostics',
  kind: 'read',
  acts: false,
  title: () => 'Read the console',
  async execute(args, context) {
    const { lease, view, settings, signal } = context
    const report = await lease.diagnostics(
      { limit: 100, ...(args.since === undefined ? {} : { since: args.since }) },
      signal,
    )
    const { lines, head } = diagnosticLines(report, view.words, settings.answerChars)
    return { text: [head, ...fenced(lease.current?.id ?? 'o0', lines)].join('\n') }
  },
})

export const diagnosticsTools = [diagnostics]
