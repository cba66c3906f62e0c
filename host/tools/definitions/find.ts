import { z } from 'zod'
import { BrowserError } from '../../errors/browser-error.ts'
import type { Observation } from '../../runtime/types.ts'
import { observe } from '../act.ts'
import { elementLines } from '../answer/body.ts'
import { fenced } from '../answer/fence.ts'
import { findElements, findText, type Query } from '../answer/find.ts'
import { lookalikes } from '../answer/line.ts'
import { counted } from '../answer/numbers.ts'
import { defineTool } from '../definition.ts'

const ELEMENTS_SHOWN = 20
const TEXTS_SHOWN = 5

const find = defineTool({
  name: 'browser_find',
  description: 'Search the whole page, also what was not shown, for elements and text.',
  parameters: z.strictObject({
    text: z.string().max(500).optional().describe('Name, label or words'),
    role: z.string().max(40).optional().describe('link, button, textbox, …'),
  }),
  examples: [{ text: 'Next' }, { text: 'delivery', role: 'radio' }, { role: 'textbox' }],
  kind: 'search',
  acts: false,
  title: (args) => `Find ${[args.role, args.text && `“${args.text}”`].filter(Boolean).join(' ')}`,
  async execute(args, context) {
    const query = { text: args.text ?? '', role: args.role ?? '' }
    if (query.text.trim() === '' && query.role.trim() === '') {
      throw new BrowserError('BROWSER_INPUT_INVALID', 'text or role: one of them is needed.', { refsValid: true })
    }
    const known = context.lease.current
    let result = known && search(query, known)
    // What was not there a moment ago may be there now, and looking is harmless.
    if (!result || result.found.length + result.texts.total === 0) result = search(query, await observe(context))
    const { observation, found, texts } = result
    const { words } = context.view
    const shown = found.slice(0, ELEMENTS_SHOWN)

    const body = [
      ...elementLines(shown, observation, words, lookalikes(observation.elements, observation.url)),
      ...texts.lines.flatMap((line) => words.lines(line, 240)),
    ]
    const totals = [
      counted(found.length, 'element'),
      ...(query.role === '' ? [`${counted(texts.total, 'line')} of text`] : []),
    ]
    const cut = found.length > shown.length || texts.total > texts.lines.length
    return {
      text: [
        `found ${totals.join(', ')}${cut ? `; the best ${shown.length} and ${texts.lines.length} shown` : ''}`,
        ...fenced(observation.id, body),
      ].join('\n'),
    }
  },
})

function search(query: Query, observation: Observation) {
  return {
    observation,
    found: findElements(query, observation.elements),
    texts: query.role === '' ? findText(query.text, observation.text, TEXTS_SHOWN) : { lines: [], total: 0 },
  }
}

export const findTools = [find]
