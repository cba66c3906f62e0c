/** `dsh-browser-runtime/mcp`: the browser tools for any client of the Model Context Protocol. */
export { type McpOptions, type McpSession, serveMcp } from './server.ts'
export { type StdioOptions, serveStdio } from './stdio.ts'
