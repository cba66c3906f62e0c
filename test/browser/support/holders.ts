import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HolderOrder } from './holder.ts'

/** A host of its own that holds an environment. */
export async function startHolder(order: HolderOrder = {}): Promise<ChildProcess> {
  const holder = spawn(process.execPath, [join(import.meta.dirname, 'holder.ts'), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    holder.stdout.once('data', () => resolve())
    holder.once('exit', (code) => reject(new Error(`the holder ended with ${code}`)))
  })
  return holder
}

/** Of these processes, those that are still there after so long. */
export async function remaining(pids: number[], withinMs: number): Promise<number[]> {
  const end = Date.now() + withinMs
  while (Date.now() < end && pids.some(livesStill)) await new Promise((resolve) => setTimeout(resolve, 50))
  return pids.filter(livesStill)
}

function livesStill(pid: number): boolean {
  try {
    // A zombie whose new parent has not looked yet holds nothing any more
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
