import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type BrowserChoice, findBrowsers } from '../playwright/browser/executable.ts'
import type { Machine } from './ensure-browser.ts'

/** Runs a program with its output on stderr; ends it, and then kills it, after `timeoutMs`. */
function run(program: string, args: string[], timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}

function hasPackages(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    accessSync('/usr/bin/apt-get', constants.X_OK)
    return true
  } catch {
    return false // another system, or none of Debian's kind
  }
}

/** The machine this process runs on. */
export function thisMachine(executablePath = process.env.DSH_BROWSER_EXECUTABLE): Machine<BrowserChoice> {
  const playwright = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  return {
    find: async () => findBrowsers(executablePath ? { executablePath } : {})[0],
    run,
    packages: hasPackages(),
    playwright: [process.execPath, join(playwright, 'cli.js')],
    log: (line) => process.stderr.write(`${line}\n`),
  }
}
