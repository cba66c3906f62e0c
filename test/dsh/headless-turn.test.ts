import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedFile, serveFile } from '../../host/cli/loopback-file.ts'
import { ensureHost, makeProfile, type Profile, pack } from './support/host.ts'
import { lastToolText, type MockModel, startMockModel } from './support/mock-model.ts'
import { processesUnder } from './support/processes.ts'

let packed: string
let page: ServedFile
let profile: Profile
let model: MockModel | undefined

beforeAll(async () => {
  await ensureHost()
  packed = await mkdtemp(join(tmpdir(), 'dsh-browser-pack-'))
  page = await serveFile('fixtures/demo/index.html')
  const tarball = await pack(packed)
  const network = `    network: { mode: allowlist, allowHosts: ['${new URL(page.url).host}'] }\n`
  profile = await makeProfile([tarball], `- id: browser-playwright\n  config:\n${network}`)
})

afterAll(async () => {
  await model?.close()
  await page?.close()
  await profile?.remove()
  await rm(packed, { recursive: true, force: true })
})

describe('the packed bundle in a headless profile', () => {
  it('composes its rows into the tree', async () => {
    const { code, stdout, stderr } = await profile.dsh(['--dump-config'])
    expect(code, stderr).toBe(0)
    for (const id of ['browser-runtime', 'browser-playwright', 'tool-browser']) expect(stdout).toContain(`id: ${id}`)
  })

  it('takes a model through opening, clicking by reference and reading the change', async () => {
    const seen: string[] = []
    model = await startMockModel((request, turn) => {
      if (turn > 0) seen.push(lastToolText(request))
      switch (turn) {
        case 0:
          return { call: 'browser_open', args: { url: page.url } }
        case 1: {
          const ref = /(e\d+) button "Add to cart"/.exec(seen[0]!)?.[1]
          return ref ? { call: 'browser_click', args: { target: ref } } : { say: `No button in: ${seen[0]}` }
        }
        default:
          return { say: /Cart: 1 item/.test(seen[1]!) ? 'The cart holds 1 item.' : `No change in: ${seen[1]}` }
      }
    })
    const result = await profile.dsh(['Put a lamp into the cart.'], {
      env: { DEEPSEEK_BASE_URL: model.baseUrl, DEEPSEEK_API_KEY: model.key },
    })
    expect(model.failure()).toBeUndefined()
    expect(result.stdout.trim(), result.stderr).toBe('The cart holds 1 item.')
    expect(result.code, result.stderr).toBe(0)
    expect(model.turns).toHaveLength(3)

    const offered = model.turns[0]!.tools!.map((tool) => tool.function.name)
    for (const name of ['open', 'observe', 'observe_next', 'click', 'fill', 'press', 'screenshot']) {
      expect(offered).toContain(`browser_${name}`)
    }
    expect(seen[0]).toMatch(/e\d+ searchbox "Search"/)
    expect(seen[0]).toContain('Brass lamp')
    // What a person would call readable: short lines, no markup, no escaped JSON.
    expect(Math.max(...seen.flatMap((text) => text.split('\n')).map((line) => line.length))).toBeLessThan(300)
    expect(seen.join('\n')).not.toMatch(/<\/?[a-z]+[ >]|\\n|\{"/)

    const log = await profile.log()
    expect(log).toContain('"tool/result"')
    expect(log).toContain('Brass lamp')
  })

  it('leaves no process and no file behind', async () => {
    expect(await processesUnder(profile.tmp)).toEqual([])
    // The host keeps caches of its own in the folder for temporary files; ours is the browser's home.
    expect((await readdir(profile.tmp)).filter((name) => name.startsWith('dsh-browser-'))).toEqual([])
  })
})
