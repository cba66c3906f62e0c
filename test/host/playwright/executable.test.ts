import { describe, expect, test } from 'vitest'
import {
  type BrowserWish,
  chooseBrowser,
  findBrowsers,
  type Machine,
} from '../../../host/playwright/browser/executable.ts'

const SHELL = '/cache/chromium_headless_shell-1255/chrome-headless-shell-linux64/chrome-headless-shell'
const MANAGED = '/cache/chromium-1255/chrome-linux64/chrome'

function machine(files: string[], more: Partial<Machine> = {}): Machine {
  return {
    platform: 'linux',
    env: { PATH: '/usr/local/bin:/usr/bin:relative' },
    isExecutable: (path) => files.includes(path),
    list: (directory) => [
      ...new Set(
        files
          .filter((path) => path.startsWith(`${directory}/`))
          .map((path) => path.slice(directory.length + 1).split('/')[0]!),
      ),
    ],
    managedPath: () => MANAGED,
    ...more,
  }
}

const paths = (wish: BrowserWish, files: string[], more?: Partial<Machine>) =>
  findBrowsers(wish, machine(files, more)).map(({ source, path }) => `${source} ${path}`)

const DEBIAN = ['/usr/lib/chromium/chromium', '/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium']

describe('the order of browsers', () => {
  test.each<[string, BrowserWish, string[], string[]]>([
    ['a configured one alone', { executablePath: '/x' }, ['/x', MANAGED], ['configured /x']],
    ['a configured one that is not there', { executablePath: '/x' }, [MANAGED], []],
    [
      'managed before installed',
      {},
      [MANAGED, '/opt/google/chrome/chrome'],
      [`managed ${MANAGED}`, 'installed /opt/google/chrome/chrome'],
    ],
    [
      'the managed headless shell first',
      { headless: true },
      [MANAGED, SHELL],
      [`managed ${SHELL}`, `managed ${MANAGED}`],
    ],
    [
      'no headless shell with a window',
      { headless: false },
      [MANAGED, SHELL, ...DEBIAN],
      [`managed ${MANAGED}`, 'installed /usr/lib/chromium/chromium', 'installed /usr/bin/chromium'],
    ],
    ['managed alone', { browser: 'managed' }, DEBIAN, []],
    [
      'installed alone',
      { browser: 'installed' },
      [MANAGED, '/usr/bin/google-chrome'],
      ['installed /usr/bin/google-chrome'],
    ],
    [
      'Debian’s binaries before its wrapper',
      {},
      DEBIAN,
      [
        'installed /usr/lib/chromium/chromium-headless-shell',
        'installed /usr/lib/chromium/chromium',
        'installed /usr/bin/chromium',
      ],
    ],
    ['nothing relative on the PATH', {}, ['relative/chromium'], []],
  ])('%s', (_, wish, files, expected) => {
    expect(paths(wish, files)).toEqual(expected)
  })

  test('other systems have their own places', () => {
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    expect(paths({}, [chrome], { platform: 'darwin' })).toEqual([`installed ${chrome}`])
    const edge = 'C:\\Programs\\Microsoft\\Edge\\Application\\msedge.exe'
    expect(paths({}, [edge], { platform: 'win32', env: { PROGRAMFILES: 'C:\\Programs' } })).toEqual([
      `installed ${edge}`,
    ])
  })
})

test.each<[BrowserWish, RegExp]>([
  [{ executablePath: '/x' }, /executablePath "\/x"/],
  [{ browser: 'managed' }, /install chromium/],
  [{ browser: 'installed' }, /install Chrome, Edge or Chromium/],
  [{}, /install chromium.*or install Chrome/],
])('where there is none, the remedy for %j is named', (wish, remedy) => {
  expect(() => chooseBrowser(wish, machine([]))).toThrow(remedy)
})
