import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'

interface ProcessRow {
  pid: number
  parent: number
  command: string
}

/** All processes of this machine that descend from this one, by /proc. */
export function descendants(): ProcessRow[] {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => row(Number(name)))
  const found: ProcessRow[] = []
  const above = new Set([process.pid])
  for (let grown = true; grown; ) {
    grown = false
    for (const candidate of rows) {
      if (above.has(candidate.parent) && !above.has(candidate.pid)) {
        above.add(candidate.pid)
        found.push(candidate)
        grown = true
      }
    }
  }
  return found
}

function row(pid: number): ProcessRow[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const after = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (after[0] === 'Z') return []
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return [{ pid, parent: Number(after[1]), command }]
  } catch {
    return [] // ended while it was being read
  }
}

export const browserProcesses = (): ProcessRow[] => descendants().filter(({ command }) => /chrom/i.test(command))

/** The main process of the one browser that runs. */
export async function browserPid(): Promise<number> {
  const main = browserProcesses().filter(({ command }) => !command.includes('--type='))
  if (main.length !== 1) throw new Error(`${main.length} browsers run`)
  return main[0]!.pid
}

/** Process ids of renderers. */
export const rendererPids = (): number[] =>
  browserProcesses()
    .filter(({ command }) => command.includes('--type=renderer'))
    .map(({ pid }) => pid)

/** Sockets this process has open. */
export const openSockets = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:')
    } catch {
      return false // closed while it was being read
    }
  }).length

/** What browsers and their driver leave in the temporary directory. */
export const temporaryFiles = (): string[] =>
  readdirSync(tmpdir()).filter((name) => /^(dsh-browser-|playwright)/.test(name))
