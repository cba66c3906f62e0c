import { describe, expect, it } from 'vitest'
import { ensureBrowser, type Machine } from '../../../host/cli/ensure-browser.ts'
import { BrowserError } from '../../../host/errors/browser-error.ts'

/** A machine where the program named in `gives` leaves a browser behind; it notes what was run. */
function machine(gives: string | undefined, packages = true) {
  let found: string | undefined
  const ran: string[] = []
  const it: Machine<string> = {
    find: async () => found,
    async run(program, args) {
      const line = [program, ...args].join(' ')
      ran.push(line)
      if (gives !== undefined && line.endsWith(gives)) found = gives
      return found !== undefined
    },
    packages,
    playwright: ['node', 'playwright-cli'],
    log: () => {},
  }
  return { it, ran, has: (name: string) => (found = name) }
}

describe('ensureBrowser', () => {
  it('runs nothing where a browser is there', async () => {
    const { it: here, ran, has } = machine(undefined)
    has('/usr/bin/chromium')
    expect(await ensureBrowser(here)).toBe('/usr/bin/chromium')
    expect(ran).toEqual([])
  })

  it('takes the download before a package', async () => {
    const { it: here, ran } = machine('install --only-shell chromium')
    expect(await ensureBrowser(here)).toBe('install --only-shell chromium')
    expect(ran).toEqual(['node playwright-cli install --only-shell chromium'])
  })

  it.each(['chromium-headless-shell', 'chromium'])('installs the package %s after a failed download', async (name) => {
    const { it: here, ran } = machine(`--no-install-recommends ${name}`)
    await ensureBrowser(here)
    expect(ran.at(-1)).toBe(`apt-get install -y --no-install-recommends ${name}`)
  })

  it('touches no package where it may not, and says what to do', async () => {
    const { it: here, ran } = machine(undefined, false)
    const failure = await ensureBrowser(here).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(BrowserError)
    expect(failure).toMatchObject({
      code: 'BROWSER_PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('executablePath'),
    })
    expect(ran.filter((line) => line.startsWith('apt-get'))).toEqual([])
  })
})
