import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KernelLock } from '../../../../host/playwright/profile/kernel-lock.ts'
import { ProfileStore } from '../../../../host/playwright/profile/profile-store.ts'
import { identify } from '../../../../host/process-identity.ts'
import type { BrowserSessionId } from '../../../../host/provider/types.ts'

let base: string
const children: ChildProcess[] = []

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'profiles-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) await end(child)
  rmSync(base, { recursive: true, force: true })
})

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('the lock', () => {
  async function holder(path: string): Promise<{ child: ChildProcess; got: boolean }> {
    const child = fork(join(import.meta.dirname, 'lock-holder.ts'), [path])
    children.push(child)
    const [got] = (await once(child, 'message')) as [boolean]
    return { child, got }
  }

  test('has one holder in all processes, and is free when that one is killed', async () => {
    const path = join(base, 'lock')
    const { child, got } = await holder(path)
    expect(got).toBe(true)
    expect(await KernelLock.take(path)).toBeUndefined()
    await end(child)
    const mine = await KernelLock.take(path)
    expect(mine).toBeDefined()
    expect(await KernelLock.take(path)).toBeUndefined()
    expect((await holder(path)).got).toBe(false)
    mine!.release()
    mine!.release()
    expect((await holder(path)).got).toBe(true)
  })

  test('fails where it cannot be made', async () => {
    await expect(KernelLock.take(join(base, 'no', 'lock'))).rejects.toThrow()
  })
})

describe('profiles', () => {
  const session = 'session/../1' as BrowserSessionId
  const store = () => new ProfileStore(join(base, 'made'))
  const folderOf = () => join(base, 'made', readdirSync(join(base, 'made')).find((name) => name !== 'lock')!)

  test('lie in folders of this user alone, whatever the session is called, and remember what they are', async () => {
    expect(await store().list()).toEqual([])
    const held = await store().hold(session)
    writeFileSync(join(held.data, 'Cookies'), 'x'.repeat(1_000))
    for (const path of [join(base, 'made'), folderOf(), held.data]) expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(await store().list()).toMatchObject([{ sessionId: session, inUse: true }])
    await held.release()
    await held.release()
    const [kept, ...others] = await store().list()
    expect(others).toEqual([])
    expect(kept).toMatchObject({ sessionId: session, inUse: false, bytes: 1_000 })
    expect(Date.now() - kept!.usedAt).toBeLessThan(60_000)
    expect(statSync(join(folderOf(), 'profile.json')).mode & 0o777).toBe(0o600)
  })

  test('have one holder, and go when nobody has them', async () => {
    const held = await store().hold(session)
    const conflict = { code: 'BROWSER_SESSION_CONFLICT', message: expect.stringContaining('end that one first') }
    await expect(store().hold(session)).rejects.toMatchObject(conflict)
    await expect(store().destroy(session)).rejects.toMatchObject(conflict)
    await held.release()
    await store().destroy(session)
    await store().destroy(session)
    expect(readdirSync(join(base, 'made'))).toEqual(['lock'])
  })

  test('many that come and go at once never share one', async () => {
    let holders = 0
    const visit = async () => {
      const held = await store()
        .hold(session)
        .catch(() => undefined)
      if (!held) return 0
      expect(++holders).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(existsSync(held.data)).toBe(true)
      holders--
      await held.release()
      await store()
        .destroy(session)
        .catch(() => undefined)
      return 1
    }
    const visits = await Promise.all(Array.from({ length: 12 }, visit))
    expect(visits).toContain(1)
  })

  test('a browser that outlives its killed host is ended before the profile is given out', async () => {
    await (await store().hold(session)).release()
    const orphan = spawn('sleep', ['60'])
    children.push(orphan)
    writeFileSync(join(folderOf(), 'browser.json'), JSON.stringify(await identify(orphan.pid)))
    const held = await store().hold(session)
    expect(orphan.signalCode).toBe('SIGKILL')
    await held.release()
  }, 20_000)

  test('a process that has got the number of an ended browser is left alone', async () => {
    await (await store().hold(session)).release()
    const other = spawn('sleep', ['60'])
    children.push(other)
    const browser = { ...(await identify(other.pid)), started: '1' }
    writeFileSync(join(folderOf(), 'browser.json'), JSON.stringify(browser))
    await (await store().hold(session)).release()
    expect(other.exitCode ?? other.signalCode).toBeNull()
  })

  test('a link in their place is refused, and foreign eyes are shut out', async () => {
    const elsewhere = join(base, 'elsewhere')
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, join(base, 'link'))
    await expect(new ProfileStore(join(base, 'link')).hold(session)).rejects.toMatchObject({ reason: 'root' })
    await (await store().hold(session)).release()
    chmodSync(join(base, 'made'), 0o755)
    const data = join(folderOf(), 'data')
    rmSync(data, { recursive: true })
    symlinkSync(elsewhere, data)
    await expect(store().hold(session)).rejects.toMatchObject({ reason: 'root' })
    expect(statSync(join(base, 'made')).mode & 0o777).toBe(0o700)
    // A refusal keeps no lock
    expect(await store().list()).toMatchObject([{ inUse: false }])
    await store().destroy(session)
    expect(existsSync(elsewhere)).toBe(true)
  })
})
