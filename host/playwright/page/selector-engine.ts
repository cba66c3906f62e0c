import { createHash } from 'node:crypto'
import { selectors } from 'playwright-core'
import { readBundle } from './bundles.ts'

/**
 * A selector engine that walks a path of the page agent, in Playwright's own isolated world, and takes the element
 * there only if it still has the fingerprint. The agent is evaluated on first use: Playwright also loads its engines
 * into the main world, where it must not appear.
 */
const engine = (bundle: string): string => `(() => {
  const agent = () => {
    if (!Object.prototype.hasOwnProperty.call(globalThis, '__dshPageAgent')) { ${bundle} }
    return globalThis.__dshPageAgent;
  };
  const find = (body) => {
    const [path, fingerprint] = JSON.parse(decodeURIComponent(body));
    const element = agent().locate(path);
    return element && agent().fingerprint(element) === fingerprint ? element : undefined;
  };
  return {
    query: (root, body) => find(body),
    queryAll: (root, body) => [find(body)].filter(Boolean),
  };
})()`

let registered: Promise<string> | undefined

/** Registers the engine with Playwright, once for each build of the agent, and answers its name. */
export function registerEngine(): Promise<string> {
  registered ??= register()
  return registered
}

async function register(): Promise<string> {
  const source = engine(readBundle('page-agent.js'))
  const name = `dsh_${createHash('sha256').update(source).digest('hex').slice(0, 12)}`
  try {
    await selectors.register(name, source, { contentScript: true })
  } catch (error) {
    // Engines are known to the whole process: another copy of this module came first with the same text
    if (!(error instanceof Error && /already registered/.test(error.message))) throw error
  }
  return name
}

/** Percent-encoding leaves no character that means something to Playwright's selector syntax. */
export const selectorOf = (name: string, path: string, fingerprint: string): string =>
  `${name}=${encodeURIComponent(JSON.stringify([path, fingerprint])).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`
