import { readFileSync } from 'node:fs'
import { BrowserError } from '../../errors/browser-error.ts'

/** Where the in-page bundles lie, seen from a built entry, from a built chunk, and from the sources. */
const PLACES = ['./', '../', '../../../lib/']

const cache = new Map<string, string>()

/** The text of an in-page bundle, read once. */
export function readBundle(name: 'page-agent.js' | 'page-guards.js'): string {
  const known = cache.get(name)
  if (known !== undefined) return known
  for (const place of PLACES) {
    try {
      const text = readFileSync(new URL(place + name, import.meta.url), 'utf8')
      cache.set(name, text)
      return text
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  throw new BrowserError('BROWSER_PROVIDER_UNAVAILABLE', `${name} is not beside this build; run \`npm run build\``)
}
