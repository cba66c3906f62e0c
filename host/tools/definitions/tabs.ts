import { z } from 'zod'
import { BrowserError } from '../../errors/browser-error.ts'
import { act, actionAnswer, observe } from '../act.ts'
import { defineTool } from '../definition.ts'
import { url } from './parameters.ts'

const tabs = defineTool({
  name: 'browser_tabs',
  description: 'List, select, open or close tabs. The other tools act in the active one.',
  parameters: z.strictObject({
    do: z.enum(['list', 'select', 'open', 'close']),
    tab: z.string().max(200).optional().describe('As listed; for select and close'),
    url: url.optional().describe('For open'),
  }),
  examples: [{ do: 'list' }, { do: 'select', tab: 'p2' }, { do: 'open', url: 'https://example.org' }],
  needs: 'tabs',
  kind: 'execute',
  acts: true,
  title: (args) => `Tabs: ${args.do}${args.tab ? ` ${args.tab}` : ''}`,
  async execute(args, context) {
    if (args.do === 'list') {
      const { tabs = [] } = await observe(context)
      const { words } = context.view
      const lines = tabs.map(
        (tab) =>
          `tab ${words.plain(tab.key, 20)}${tab.active ? ' active' : ''} ${words.quote(tab.title, 60)} ${words.url(tab.url)}`,
      )
      return { text: lines.join('\n') || 'one tab' }
    }
    if (args.do === 'open') {
      const address = needed(args.url, 'url', 'open')
      return actionAnswer('open a tab', [await act({ type: 'tab', do: 'open', url: address }, context)], context)
    }
    const tab = needed(args.tab, 'tab', args.do)
    return actionAnswer(`${args.do} tab`, [await act({ type: 'tab', do: args.do, tab }, context)], context)
  },
})

function needed(value: string | undefined, name: string, action: string): string {
  if (value) return value
  throw new BrowserError('BROWSER_INPUT_INVALID', `${name}: is needed to ${action} a tab.`, { refsValid: true })
}

export const tabsTools = [tabs]
