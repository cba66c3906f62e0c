/**
 * Runs the task suite through our tools and through `@playwright/mcp`, both over the Model Context Protocol, and prints what each
 * spent. Exits 1 where a task of ours fails, or where we need more characters in total than the rival on the tasks that both
 * complete.
 *
 *   npm run bench:tasks [-- --only NAME] [--ours] [--json]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseBrowser } from '../../host/playwright/browser/executable.ts'
import { serveSites } from '../support/sites.ts'
import type { Cost, TaskBrowser } from './browser.ts'
import { ToolServer } from './client.ts'
import { OurBrowser } from './ours.ts'
import { RivalBrowser } from './rival.ts'
import { TASKS, type Task } from './tasks.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    ours: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const tasks = TASKS.filter(({ name }) => options.only === undefined || name.includes(options.only))
const sites = await serveSites()
const scratch = mkdtempSync(join(tmpdir(), 'browser-tasks-'))
const root = resolve(import.meta.dirname, '../..')

interface Outcome extends Cost {
  error?: string
}

async function attempt(task: Task, browser: TaskBrowser, server: ToolServer): Promise<Outcome> {
  sites.reports.length = 0
  server.spent()
  let error: string | undefined
  try {
    await browser.open(`${sites.origin}/${task.page}`)
    await task.run(browser)
    const reported = sites.reports.at(-1)
    if (reported !== task.outcome) error = `the page reported ${JSON.stringify(reported)}`
  } catch (failure) {
    error = failure instanceof Error ? failure.message : String(failure)
  }
  return { ...server.spent(), ...(error === undefined ? {} : { error: error.slice(0, 300) }) }
}

async function runAll(args: readonly string[], browserOf: (server: ToolServer) => TaskBrowser): Promise<Outcome[]> {
  const server = new ToolServer(args, scratch)
  await server.connect()
  try {
    const outcomes = []
    for (const task of tasks) outcomes.push(await attempt(task, browserOf(server), server))
    return outcomes
  } finally {
    await server.close()
  }
}

try {
  const executablePath = process.env.DSH_BROWSER_EXECUTABLE ?? chooseBrowser({ headless: true }).path
  const config = join(scratch, 'config.json')
  writeFileSync(
    config,
    JSON.stringify({
      playwright: {
        executablePath,
        pages: 'multiple',
        dialogs: 'ask',
        network: { mode: 'allowlist', allowHosts: ['127.0.0.1', 'localhost'] },
      },
      tools: { tabs: true, dialogs: true },
    }),
  )
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const ours = await runAll(
    [join(root, 'host/cli/main.ts'), 'mcp', '--config', config],
    (server) => new OurBrowser(server),
  )
  const rival = options.ours
    ? tasks.map((): Outcome => ({ calls: 0, characters: 0, ms: 0, error: 'not run' }))
    : await runAll(
        [
          join(root, 'node_modules/@playwright/mcp/cli.js'),
          '--headless',
          '--isolated',
          ...sandbox,
          '--executable-path',
          executablePath,
        ],
        (server) => new RivalBrowser(server),
      )

  const both = tasks.map((_, index) => index).filter((index) => !ours[index]!.error && !rival[index]!.error)
  const sum = (list: Outcome[], key: keyof Cost) => both.reduce((total, index) => total + list[index]![key], 0)
  const result = {
    tasks: tasks.length,
    ours: {
      done: ours.filter(({ error }) => !error).length,
      calls: sum(ours, 'calls'),
      characters: sum(ours, 'characters'),
      ms: Math.round(sum(ours, 'ms')),
    },
    rival: {
      done: rival.filter(({ error }) => !error).length,
      calls: sum(rival, 'calls'),
      characters: sum(rival, 'characters'),
      ms: Math.round(sum(rival, 'ms')),
    },
  }
  if (options.json)
    process.stdout.write(
      `${JSON.stringify({ ...result, each: tasks.map(({ name }, index) => ({ name, ours: ours[index], rival: rival[index] })) })}\n`,
    )
  else {
    for (const [index, { name }] of tasks.entries()) {
      const cell = ({ calls, characters, ms, error }: Outcome) =>
        `${String(calls).padStart(3)} ${String(characters).padStart(7)} ${ms.toFixed(0).padStart(6)} ms ${error ? 'FAILED' : '      '}`
      process.stdout.write(`${name.padEnd(44)} ${cell(ours[index]!)} | ${cell(rival[index]!)}\n`)
      for (const { error } of [ours[index]!, rival[index]!])
        if (error && error !== 'not run') process.stdout.write(`    ${error.replaceAll('\n', ' ')}\n`)
    }
    process.stdout.write(`${JSON.stringify(result)}\n`)
  }
  if (result.ours.done < tasks.length) process.exitCode = 1
  if (!options.ours && result.ours.characters > result.rival.characters) process.exitCode = 1
} finally {
  await sites.close()
  rmSync(scratch, { recursive: true, force: true })
}
