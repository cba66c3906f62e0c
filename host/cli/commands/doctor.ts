import { Command, Option } from 'commander'
import { chooseBrowser, findBrowsers } from '../../playwright/browser/executable.ts'
import { readBundle } from '../../playwright/page/bundles.ts'
import { openBrowserRuntime } from '../../standalone/index.ts'
import { examine, printChecks, type Question } from '../doctor.ts'
import { EXIT } from '../exit.ts'
import { print, printJson } from '../output.ts'

interface Options {
  json?: boolean
  executable?: string
}

function questions({ executable: executablePath }: Options): Question[] {
  const wish = executablePath ? { executablePath } : {}
  return [
    {
      name: 'node',
      async ask() {
        const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
        const good = major >= 24 || (major === 22 && minor >= 19)
        if (!good) throw new Error(`Node ${process.versions.node} is too old; it takes 22.19 or 24.`)
        return process.versions.node
      },
    },
    {
      name: 'browser',
      async ask() {
        const { name, source, path } = chooseBrowser(wish)
        const others = findBrowsers(wish).length - 1
        return `${name} (${source}): ${path}${others > 0 ? `, and ${others} more` : ''}`
      },
    },
    {
      name: 'page agent',
      async ask() {
        const sizes = (['page-agent.js', 'page-guards.js'] as const).map(
          (name) => `${name} ${readBundle(name).length} bytes`,
        )
        return sizes.join(', ')
      },
    },
    {
      name: 'sandbox',
      async ask() {
        return process.getuid?.() === 0
          ? 'off: Chromium refuses its sandbox to root; run as another user to have it'
          : 'on'
      },
    },
    {
      name: 'isolated page behind the policy proxy',
      async ask() {
        const begin = performance.now()
        const { runtime, dispose } = await openBrowserRuntime({ playwright: wish })
        try {
          const lease = await runtime.acquire({ owner: {}, sessionId: 'doctor' })
          await lease.observe()
          await lease.release()
        } finally {
          await dispose()
        }
        return `opened, proven and closed in ${Math.round(performance.now() - begin)} ms`
      },
    },
  ]
}

export const doctorCommand = new Command('doctor')
  .description('Check what a browser needs on this machine, and say what to do about what is missing.')
  .option('--json', 'the checks as one JSON document')
  .addOption(new Option('--executable <file>', 'the Chromium to run').env('DSH_BROWSER_EXECUTABLE'))
  .action(async (options: Options) => {
    const checks = await examine(questions(options))
    if (options.json) printJson(checks)
    else print(printChecks(checks))
    if (checks.some((check) => !check.ok)) process.exitCode = EXIT.failed
  })
