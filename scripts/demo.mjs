/**
 * The whole stack in one run: serves a page, opens it as an agent's tool would, prints what the agent gets, clicks
 * something by its reference, prints what changed.
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { openBrowserRuntime, openToolset } from '../lib/standalone.js'

const html = await readFile(new URL('../fixtures/demo/index.html', import.meta.url))
const server = createServer((_request, response) =>
  response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
)
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address()

const executablePath = process.env.DSH_BROWSER_EXECUTABLE
const { runtime, dispose } = await openBrowserRuntime({
  playwright: {
    ...(executablePath ? { executablePath } : {}),
    network: { mode: 'allowlist', allowHosts: [`127.0.0.1:${port}`] },
  },
})
const tools = openToolset(runtime)

async function call(name, args) {
  console.log(`\n> ${name} ${JSON.stringify(args)}`)
  const { text } = await tools.call(name, args)
  console.log(text)
  return text
}

try {
  const page = await call('browser_open', { url: `http://127.0.0.1:${port}/` })
  const ref = /(e\d+) button "Add to cart"/.exec(page)?.[1]
  if (!ref) throw new Error('The page shows no button "Add to cart".')
  await call('browser_click', { target: ref })
} finally {
  await tools.dispose()
  await dispose()
  server.closeAllConnections()
  server.close()
}
