import { z } from 'zod'
import { EXTRACTION_KINDS } from '../../../shared/extraction.ts'
import { currentObservation, observe, resolveTarget } from '../act.ts'
import { extractionLines, extractionTotals } from '../answer/extraction.ts'
import { defineTool } from '../definition.ts'
import { target } from './parameters.ts'

/** What is taken out of the page at most; answers page through it. */
const EXTRACTED_CHARS = 200_000
const EXTRACTED_ITEMS = 2_000

const extract = defineTool({
  name: 'browser_extract',
  description:
    'Content in order: an article, the records of a list, tables, links by section, form fields, or metadata.',
  parameters: z.strictObject({
    kind: z.enum(EXTRACTION_KINDS),
    region: target.optional().describe('Only the part around this element'),
    max_chars: z.int().min(500).max(100_000).optional().describe('Length of the answer'),
  }),
  examples: [{ kind: 'table' }, { kind: 'list', region: 'e40' }, { kind: 'article', max_chars: 20_000 }],
  needs: 'extract',
  kind: 'read',
  acts: false,
  title: (args) => `Extract ${args.kind}`,
  async execute(args, context) {
    const { lease, view, settings, signal } = context
    const region = args.region === undefined ? undefined : (await resolveTarget(args.region, context)).ref
    const { id } = lease.current ?? (await observe(context))
    const result = await lease.extract(
      {
        kind: args.kind,
        maxChars: EXTRACTED_CHARS,
        maxItems: EXTRACTED_ITEMS,
        ...(region === undefined ? {} : { region, observation: currentObservation(context).id }),
      },
      signal,
    )
    const { words } = view
    const head = [`${words.quote(result.title)} ${words.url(result.url)}`]
    const lines = view.list(id, head, extractionLines(result, words), args.max_chars ?? settings.answerChars)
    return { text: [extractionTotals(result), ...lines].join('\n') }
  },
})

export const extractTools = [extract]
