import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'

/** Names one process for as long as its machine runs: process ids alone are used again. */
export interface ProcessIdentity {
  /** Where the process id means something: machine and, on Linux, process namespace. */
  realm: string
  pid: number
  /** Clock ticks since boot, on Linux; empty on other systems. */
  started: string
}

export async function identify(pid: number = process.pid): Promise<ProcessIdentity> {
  return { realm: await realm(), pid, started: (await statOf(pid))?.started ?? '' }
}

/** Undefined where nobody here can say: the process belongs to another machine or container. */
export async function lives({ realm: where, pid, started }: ProcessIdentity): Promise<boolean | undefined> {
  if (where !== (await realm())) return undefined
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
  const now = await statOf(pid)
  // A zombie has let go of everything; its parent has only not looked yet
  return now === undefined || (now.started === started && now.state !== 'Z')
}

/** Fields 3 and 22 of /proc/<pid>/stat; undefined on other systems. */
async function statOf(pid: number): Promise<{ state: string; started: string } | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in parentheses that may hold anything
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0]!, started: fields[19]! }
  } catch {
    return undefined
  }
}

async function realm(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return `${hostname()} ${namespace}`
}
