import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PlaywrightProvider } from '../../../host/playwright/provider.ts'
import { Browsing, configFor, failure, never, openRequest } from '../support/browsing.ts'
import { type PageServer, servePages } from '../support/page-server.ts'

let server: PageServer
let root: string
let directory: string

const STATE = `<p id="out"></p><button id="save">Save</button><script>
  const database = (then) => {
    const open = indexedDB.open('db', 1)
    open.onupgradeneeded = () => open.result.createObjectStore('things')
    open.onsuccess = () => then(open.result)
  }
  save.onclick = () => {
    document.cookie = 'seen=yes; max-age=1000'
    localStorage.setItem('lamp', 'brass')
    sessionStorage.setItem('step', 'two')
    database((db) => { db.transaction('things', 'readwrite').objectStore('things').put('stored', 'key').onsuccess = () => { out.textContent = 'saved' } })
  }
  database((db) => {
    const get = db.transaction('things').objectStore('things').get('key')
    get.onsuccess = () => {
      out.textContent = ['state', document.cookie, localStorage.getItem('lamp'), sessionStorage.getItem('step'), get.result].join('|')
    }
  })
</script>`

beforeAll(async () => {
  server = await servePages({ '/': STATE })
  root = mkdtempSync(join(tmpdir(), 'checkpoints-'))
  directory = join(root, 'made')
})

afterAll(async () => {
  await server?.close()
  rmSync(root, { recursive: true, force: true })
})

test('a restored session has its cookies, its storage and an empty history', async () => {
  const browsing = await Browsing.open(server, { checkpointRoot: directory })
  await browsing.goto(server.url('/'))
  await browsing.click('Save')
  await browsing.act({ type: 'wait', for: { kind: 'text', text: 'saved' } })
  const { payload, bytes } = await browsing.environment.checkpoint!(never())
  await browsing.close()

  const path = join(directory, payload)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(path).size).toBe(bytes)
  expect(readdirSync(directory)).toEqual([payload])

  const provider = new PlaywrightProvider(configFor(server, { checkpointRoot: directory }))
  server.requests.length = 0
  const restored = new Browsing(provider, await provider.restore(openRequest, payload, never()))
  expect(server.requests).toEqual([])
  expect(await failure(restored.act({ type: 'back' }))).toMatchObject({ reason: 'no-history' })
  await restored.goto(server.url('/'))
  await restored.act({ type: 'wait', for: { kind: 'text', text: 'state|' } })
  expect((await restored.observe()).text).toContain('state|seen=yes|brass|two|stored')
  await restored.close()

  await provider.destroyCheckpoint(payload)
  await provider.destroyCheckpoint(payload)
  expect(readdirSync(directory)).toEqual([])
  expect(await failure(provider.restore(openRequest, payload, never()))).toMatchObject({
    code: 'BROWSER_CHECKPOINT_PAYLOAD_MISSING',
  })
})

test('what is not ours to read is refused', async () => {
  const provider = new PlaywrightProvider(configFor(server, { checkpointRoot: directory }))
  const name = `${'a'.repeat(32)}.json`
  const secret = join(root, 'secret.json')
  writeFileSync(secret, '{"format":1}')
  symlinkSync(secret, join(directory, name))
  expect(await failure(provider.restore(openRequest, name, never()))).toMatchObject({
    code: 'BROWSER_CHECKPOINT_FAILED',
  })
  await provider.destroyCheckpoint(name)
  expect(readFileSync(secret, 'utf8')).toBe('{"format":1}')

  writeFileSync(join(directory, name), '{"format":1,"version":"0","storage":{}}')
  expect(await failure(provider.restore(openRequest, name, never()))).toMatchObject({
    code: 'BROWSER_CHECKPOINT_MISMATCH',
  })
  expect(await failure(provider.restore(openRequest, '../secret.json', never()))).toMatchObject({
    code: 'BROWSER_INPUT_INVALID',
  })

  const link = join(root, 'link')
  symlinkSync(directory, link)
  const linked = new PlaywrightProvider(configFor(server, { checkpointRoot: link }))
  expect(await failure(linked.restore(openRequest, name, never()))).toMatchObject({
    code: 'BROWSER_CHECKPOINT_FAILED',
    reason: 'root',
  })
  chmodSync(directory, 0o755)
  await failure(provider.restore(openRequest, name, never()))
  expect(statSync(directory).mode & 0o777).toBe(0o700)
})
