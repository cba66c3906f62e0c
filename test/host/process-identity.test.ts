import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { identify, lives } from '../../host/process-identity.ts'

test('a process lives until it has ended, and nobody inherits its name', async () => {
  const child = spawn('sleep', ['60'])
  const identity = await identify(child.pid)
  expect(await lives(identity)).toBe(true)
  expect(await lives({ ...identity, started: '1' })).toBe(false)
  expect(await lives({ ...identity, realm: 'elsewhere' })).toBeUndefined()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await lives(identity)).toBe(false)
})

test('a process that has ended and that its parent has not looked after does not live', async () => {
  // `exec` leaves the shell's child to a program that never waits for it
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'])
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const child = await identify(Number(line.toString()))
  expect(await lives(child)).toBe(true)
  await expect.poll(() => lives(child)).toBe(false)
  expect(() => process.kill(child.pid, 0)).not.toThrow()
  parent.kill('SIGKILL')
})
