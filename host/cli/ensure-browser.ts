import { BrowserError } from '../errors/browser-error.ts'

/** What the steps below need of the machine; tests give their own. */
export interface Machine<Found> {
  /** The browser that would be launched now, if there is one. */
  find(): Promise<Found | undefined>
  /** Runs a program to its end, or ends it after `timeoutMs`. Answers whether it succeeded. */
  run(program: string, args: string[], timeoutMs: number): Promise<boolean>
  /** Whether packages may be installed: only root's `apt-get` is used, and nobody is asked for a password. */
  packages: boolean
  /** Program and leading arguments of Playwright's own command. */
  playwright: readonly [program: string, ...args: string[]]
  log(line: string): void
}

const MINUTE = 60_000
/** A browser is some 150 MB: ten minutes is a slow line, more is a line that hangs. */
const DOWNLOAD_TIMEOUT = 10 * MINUTE
const PACKAGE_LIST_TIMEOUT = 3 * MINUTE
const PACKAGE_TIMEOUT = 10 * MINUTE
/** Debian's names; the shell is the smaller of the two and enough to run headless. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/**
 * Takes the browser that is there, else Playwright's download, else the system's package where that is allowed.
 *
 * @throws BrowserError `BROWSER_PROVIDER_UNAVAILABLE` that says what to do, where none of these gives a browser.
 */
export async function ensureBrowser<Found>(machine: Machine<Found>): Promise<Found> {
  const present = await machine.find()
  if (present) return present

  machine.log('No browser found. Trying the one that Playwright manages …')
  const [program, ...leading] = machine.playwright
  const args = [...leading, 'install', '--only-shell', 'chromium']
  if (await machine.run(program, args, DOWNLOAD_TIMEOUT)) {
    const managed = await machine.find()
    if (managed) return managed
  }

  if (machine.packages) {
    machine.log('That download did not work. Trying the system’s package …')
    await machine.run('apt-get', ['update'], PACKAGE_LIST_TIMEOUT)
    for (const name of PACKAGES) {
      await machine.run('apt-get', ['install', '-y', '--no-install-recommends', name], PACKAGE_TIMEOUT)
      const installed = await machine.find()
      if (installed) return installed
    }
  }

  throw new BrowserError(
    'BROWSER_PROVIDER_UNAVAILABLE',
    'There is no Chromium here, and none could be installed. Install Chrome, Edge or Chromium with the system’s ' +
      'package manager (Debian: `apt-get install chromium-headless-shell`), or set `executablePath` ' +
      '(for the commands: DSH_BROWSER_EXECUTABLE) to one.',
  )
}
