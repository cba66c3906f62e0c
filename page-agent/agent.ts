import { createAgent } from './create-agent.ts'

/** Evaluated again in a world that has the agent, the script leaves the one that knows the ids in place. */
if (!('__dshPageAgent' in globalThis)) {
  Object.defineProperty(globalThis, '__dshPageAgent', { value: createAgent(document) })
}
