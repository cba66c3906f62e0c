import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { chromium } from 'playwright-core'
import { BrowserError } from '../../errors/browser-error.ts'

export type BrowserSource = 'configured' | 'managed' | 'installed'

export interface BrowserChoice {
  source: BrowserSource
  /** `Chromium headless shell`, `Google Chrome` … */
  name: string
  path: string
}

export interface BrowserWish {
  executablePath?: string | undefined
  browser?: 'auto' | 'managed' | 'installed'
  headless?: boolean
}

/** What choosing asks of the machine; tests answer it themselves. */
export interface Machine {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  isExecutable(path: string): boolean
  /** Names in a directory, none where it is missing. */
  list(directory: string): string[]
  /** Where the pinned Playwright would keep its Chromium. */
  managedPath(): string
}

interface Place {
  name: string
  /** Absolute, or a name to look for on the PATH. `%NAME%` is a variable of the environment. */
  path: string
  headlessOnly?: true
}

/** In the order of preference. Debian's `/usr/bin/chromium` is a wrapper that adds flags, so the binaries come first. */
const PLACES: Partial<Record<NodeJS.Platform, readonly Place[]>> = {
  linux: [
    { name: 'Chromium headless shell', path: '/usr/lib/chromium/chromium-headless-shell', headlessOnly: true },
    { name: 'Chromium', path: '/usr/lib/chromium/chromium' },
    { name: 'Google Chrome', path: '/opt/google/chrome/chrome' },
    { name: 'Microsoft Edge', path: '/opt/microsoft/msedge/msedge' },
    { name: 'Chromium', path: '/usr/lib/chromium-browser/chromium-browser' },
    { name: 'Chromium', path: '/usr/lib64/chromium-browser/chromium-browser' },
    { name: 'Google Chrome', path: 'google-chrome-stable' },
    { name: 'Google Chrome', path: 'google-chrome' },
    { name: 'Chromium', path: 'chromium' },
    { name: 'Chromium', path: 'chromium-browser' },
    { name: 'Microsoft Edge', path: 'microsoft-edge' },
  ],
  darwin: [
    { name: 'Google Chrome', path: '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' },
    { name: 'Chromium', path: '/Applications/Chromium.app/Contents/MacOS/Chromium' },
    { name: 'Microsoft Edge', path: '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge' },
  ],
  win32: ['%PROGRAMFILES%', '%PROGRAMFILES(X86)%', '%LOCALAPPDATA%'].flatMap((root) => [
    { name: 'Google Chrome', path: `${root}\\Google\\Chrome\\Application\\chrome.exe` },
    { name: 'Microsoft Edge', path: `${root}\\Microsoft\\Edge\\Application\\msedge.exe` },
    { name: 'Chromium', path: `${root}\\Chromium\\Application\\chrome.exe` },
  ]),
}

const HEADLESS_SHELL = /^(chrome-headless-shell|headless_shell)(\.exe)?$/

/** Every browser that could be run, the one to take first. Empty where there is none. */
export function findBrowsers(wish: BrowserWish, machine: Machine = thisMachine): BrowserChoice[] {
  if (wish.executablePath !== undefined) {
    return machine.isExecutable(wish.executablePath)
      ? [{ source: 'configured', name: 'configured browser', path: wish.executablePath }]
      : []
  }
  const headless = wish.headless ?? true
  return [
    ...(wish.browser === 'installed' ? [] : managed(headless, machine)),
    ...(wish.browser === 'managed' ? [] : installed(headless, machine)),
  ]
}

/** Throws `BROWSER_PROVIDER_UNAVAILABLE`, naming the remedy. */
export function chooseBrowser(wish: BrowserWish, machine: Machine = thisMachine): BrowserChoice {
  const choice = findBrowsers(wish, machine)[0]
  if (choice) return choice
  throw new BrowserError('BROWSER_PROVIDER_UNAVAILABLE', missingBrowser(wish))
}

export function missingBrowser(wish: BrowserWish): string {
  if (wish.executablePath !== undefined) {
    return `executablePath "${wish.executablePath}" is no executable file; correct it, or leave it out`
  }
  const install = '`npx dsh-browser-runtime install chromium`'
  if (wish.browser === 'managed') return `the Chromium of this Playwright is not installed; run ${install}`
  const either = `install Chrome, Edge or Chromium, or set executablePath`
  if (wish.browser === 'installed') return `no installed browser was found; ${either}`
  return `no browser was found; run ${install}, or ${either}`
}

/** Playwright keeps `chromium-<revision>` and `chromium_headless_shell-<revision>` side by side. */
function managed(headless: boolean, machine: Machine): BrowserChoice[] {
  const full = machine.managedPath()
  const home = full.split(/[\\/]/).findLast((part) => /^chromium-\d+$/.test(part))
  const choices: BrowserChoice[] = []
  if (headless && home) {
    const root = full.slice(0, full.lastIndexOf(home))
    const shellHome = join(root, home.replace('chromium-', 'chromium_headless_shell-'))
    for (const directory of machine.list(shellHome)) {
      const shell = machine.list(join(shellHome, directory)).find((name) => HEADLESS_SHELL.test(name))
      const path = shell && join(shellHome, directory, shell)
      if (path && machine.isExecutable(path)) {
        choices.push({ source: 'managed', name: 'Chromium headless shell', path })
      }
    }
  }
  if (machine.isExecutable(full)) choices.push({ source: 'managed', name: 'Chromium', path: full })
  return choices
}

function installed(headless: boolean, machine: Machine): BrowserChoice[] {
  const places = (PLACES[machine.platform] ?? []).filter((place) => headless || !place.headlessOnly)
  const choices: BrowserChoice[] = []
  for (const place of places) {
    const path = candidates(place.path, machine).find((candidate) => machine.isExecutable(candidate))
    if (path && !choices.some((choice) => choice.path === path)) {
      choices.push({ source: 'installed', name: place.name, path })
    }
  }
  return choices
}

function candidates(path: string, machine: Machine): string[] {
  const variable = /^%(.+?)%/.exec(path)
  if (variable) {
    const root = machine.env[variable[1]!]
    return root ? [path.replace(variable[0], () => root)] : []
  }
  if (path.startsWith('/')) return [path]
  return (machine.env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((directory) => join(directory, path))
}

const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  isExecutable(path) {
    try {
      accessSync(path, constants.X_OK)
      return statSync(path).isFile()
    } catch {
      return false // missing, or not ours to run
    }
  },
  list(directory) {
    try {
      return readdirSync(directory)
    } catch {
      return [] // missing
    }
  },
  managedPath: () => chromium.executablePath(),
}
