import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServedFile, serveFile } from '../../../host/cli/loopback-file.ts'

let folder: string
let served: ServedFile
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serve-'))
  await mkdir(join(folder, 'site'))
  await writeFile(join(folder, 'secret.txt'), 'secret')
  await writeFile(join(folder, 'site/page ü.html'), '<p>page')
  await writeFile(join(folder, 'site/style.css'), 'p {}')
  await writeFile(join(folder, 'site/.env'), 'secret')
  await symlink(join(folder, 'secret.txt'), join(folder, 'site/link.txt'))
  served = await serveFile(join(folder, 'site/page ü.html'))
})
afterEach(async () => {
  await served.close()
  await rm(folder, { recursive: true })
})

const get = (path: string) => fetch(new URL(path, served.url))

describe('serveFile', () => {
  it('serves the file under its name, and what lies beside it', async () => {
    const page = await fetch(served.url)
    expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      '<p>page',
    ])
    expect((await get('/style.css')).headers.get('content-type')).toBe('text/css; charset=utf-8')
  })

  it.each(['/.env', '/link.txt', '/missing', '/', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/%ff'])(
    'does not find %s',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )

  it('admits its own origin alone', () => {
    const { host } = new URL(served.url)
    expect(served.network).toMatchObject({ mode: 'allowlist', allowHosts: [host] })
    expect(served.network.denyCidrs).toContain('::/0')
  })

  it('refuses what is no file', async () => {
    await expect(serveFile(folder)).rejects.toMatchObject({ code: 'BROWSER_INPUT_INVALID' })
    await expect(serveFile(join(folder, 'none'))).rejects.toMatchObject({ code: 'BROWSER_INPUT_INVALID' })
  })
})
