/**
 * Runs the attack suite in a network namespace of its own, whose loopback device has the public and private addresses
 * that the vectors need; nothing leaves it. Needs Linux with user namespaces, or root.
 *
 *   npm run test:attacks [-- --modes strict,allowlist,unrestricted] [-- vitest arguments]
 */
import { spawnSync } from 'node:child_process'

const ADDRESSES = [
  '93.184.216.34/32',
  '10.0.0.1/32',
  '10.1.0.1/32',
  '10.9.9.9/32',
  '10.1.9.1/32',
  '169.254.169.254/32',
  'fd00::1/128',
  '2606:2800:220:1::1/128',
]

const args = process.argv.slice(2)
const at = args.indexOf('--modes')
const env = { ...process.env, ...(at >= 0 && { ATTACK_MODES: args.splice(at, 2)[1] }) }

const run = (command, ...rest) => {
  const { status, error } = spawnSync(command, rest, { stdio: 'inherit', env })
  if (error) throw error
  return status ?? 1
}

if (process.env.ATTACK_NAMESPACE !== 'entered') {
  env.ATTACK_NAMESPACE = 'entered'
  const status = run(
    'unshare',
    '--user',
    '--map-current-user',
    '--keep-caps',
    '--net',
    process.execPath,
    import.meta.filename,
    ...args,
  )
  process.exit(status)
}

run('ip', 'link', 'set', 'lo', 'up')
for (const address of ADDRESSES) {
  if (run('ip', 'address', 'add', address, 'dev', 'lo') !== 0)
    throw new Error(`${address} could not be added to this namespace`)
}
process.exit(run(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'attacks', ...args))
