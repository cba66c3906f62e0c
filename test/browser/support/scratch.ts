import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Import this before anything that reads TMPDIR: what others leave in the shared directory is then not counted. */
export const scratch = mkdtempSync(join(tmpdir(), 'browser-test-'))
process.env.TMPDIR = scratch
