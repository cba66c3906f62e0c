import { z } from 'zod'
import { act, actionAnswer } from '../act.ts'
import { defineTool } from '../definition.ts'
import { url } from './parameters.ts'

/** `example.org` means the site, and `localhost:3000` this machine: what has no scheme gets one. */
function withScheme(address: string): string {
  const hasPort = /^[^/]+:\d+(\/|$)/.test(address)
  if (/^[a-z][a-z\d+.-]*:/i.test(address) && !hasPort) return address
  return `${/^(localhost|127\.|\[::1\])/i.test(address) ? 'http' : 'https'}://${address}`
}

const open = defineTool({
  name: 'browser_open',
  description: 'Open a web page. Answers its elements by ref (e12), the start of its text, and how to continue.',
  parameters: z.strictObject({ url: url.describe('http(s) address') }),
  examples: [{ url: 'https://example.org/search?q=lamp' }],
  kind: 'fetch',
  acts: true,
  title: (args) => `Open ${args.url}`,
  async execute(args, context) {
    return actionAnswer('open', [await act({ type: 'navigate', url: withScheme(args.url.trim()) }, context)], context)
  },
})

const history = (type: 'back' | 'forward' | 'reload', description: string) =>
  defineTool({
    name: `browser_${type}`,
    description,
    parameters: z.strictObject({}),
    examples: [{}],
    kind: 'fetch',
    acts: true,
    title: () => `Browser: ${type}`,
    execute: async (_args, context) => actionAnswer(type, [await act({ type }, context)], context),
  })

export const navigateTools = [
  open,
  history('back', 'Go back in history.'),
  history('forward', 'Go forward in history.'),
  history('reload', 'Reload the page.'),
]
