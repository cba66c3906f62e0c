import type { ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { PlaywrightProvider } from '../../../host/playwright/provider.ts'
import { never, openRequest } from '../support/browsing.ts'
import { remaining, startHolder } from '../support/holders.ts'
import { browserProcesses, temporaryFiles } from '../support/processes.ts'
import { scratch } from '../support/scratch.ts'

let child: ChildProcess | undefined

afterEach(() => child?.kill('SIGKILL'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('a host that is killed takes Chromium with it, and the next launch removes what is left of its files', async () => {
  const holder = await startHolder()
  child = holder
  const pids = browserProcesses().map(({ pid }) => pid)
  expect(pids.length).toBeGreaterThan(1)
  const [home, ...others] = temporaryFiles().filter((name) => name.startsWith('dsh-browser-'))
  expect(others).toEqual([])

  const provider = new PlaywrightProvider()
  const beside = await provider.open(openRequest, never())
  // A living host keeps its own
  expect(existsSync(join(scratch, home!))).toBe(true)
  await beside.close()

  holder.kill('SIGKILL')
  expect(await remaining(pids, 10_000)).toEqual([])
  expect(temporaryFiles()).toContain(home)

  // What does not say whose it is, or belongs to another machine, is not ours to remove
  const unsigned = 'dsh-browser-aaaaaa'
  mkdirSync(join(scratch, unsigned))
  const foreign = 'dsh-browser-bbbbbb'
  cpSync(join(scratch, home!, 'owner.json'), join(scratch, foreign, 'owner.json'))
  const owner = JSON.parse(readFileSync(join(scratch, foreign, 'owner.json'), 'utf8')) as object
  writeFileSync(join(scratch, foreign, 'owner.json'), JSON.stringify({ ...owner, realm: 'elsewhere' }))

  await (await provider.open(openRequest, never())).close()
  expect(
    readdirSync(scratch)
      .filter((name) => /^(dsh-browser|playwright)/.test(name))
      .sort(),
  ).toEqual([unsigned, foreign])
}, 180_000)
