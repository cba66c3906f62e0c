import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import { browserProcesses, openSockets, temporaryFiles } from './processes.ts'

export interface Held {
  processes: number
  sockets: number
  descriptors: number
  files: number
}

/** What this process has open of everything an environment acquires. */
export const held = (): Held => ({
  processes: browserProcesses().length,
  sockets: openSockets(),
  descriptors: readdirSync('/proc/self/fd').length,
  files: temporaryFiles().length,
})

/** Sockets and helper processes end a moment after the call that closed them. */
export async function returnsTo(before: Held, withinMs = 5_000): Promise<void> {
  const end = Date.now() + withinMs
  while (Date.now() < end && JSON.stringify(held()) !== JSON.stringify(before)) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(held()).toEqual(before)
}
