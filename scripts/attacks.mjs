/**
 * Runs the attack suite, each mode in a network namespace of its own, whose loopback device has the public and private
 * addresses that the vectors need; nothing leaves it. Needs Linux with user namespaces, or root, and `ip`.
 *
 *   npm run test:attacks [-- --modes strict,allowlist,unrestricted] [-- vitest arguments]
 *
 * Modes run beside each other: they wait more than they work. DSH_BROWSER_EXECUTABLE names another browser than the one
 * that is chosen. Exit code 1 where one fails or cannot run.
 */
import { spawn, spawnSync } from 'node:child_process'
import { getServers } from 'node:dns'
import { isIPv4 } from 'node:net'
import { text } from 'node:stream/consumers'

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
const MODES = 'strict,popups,allowlist,unrestricted'

const args = process.argv.slice(2)
if (process.env.ATTACK_NAMESPACE === 'entered') run()
else await enter()

/** Every mode, and beside them the table of what each admits. */
async function enter() {
  const at = args.indexOf('--modes')
  const modes = (at >= 0 ? args.splice(at, 2)[1] : MODES).split(',')
  const runs = modes.map((mode) => ({ name: mode, file: 'attacks.test.ts', env: { ATTACK_MODES: mode } }))
  if (at < 0) {
    runs.push({ name: 'destinations', file: 'destinations.test.ts', env: {} })
    runs.push({ name: 'idle', file: 'idle.test.ts', env: {} })
  }
  const endings = await Promise.all(runs.map(inNamespace))
  for (const { name, status, seconds } of endings) {
    console.log(`${name}: ${status === 0 ? 'passed' : `failed (exit code ${status})`} in ${seconds} s`)
  }
  process.exitCode = endings.every(({ status }) => status === 0) ? 0 : 1
}

async function inNamespace({ name, file, env }) {
  const begun = performance.now()
  const separation = ['--user', '--map-current-user', '--keep-caps', '--net']
  const child = spawn(
    'unshare',
    [...separation, process.execPath, import.meta.filename, `test/attacks/${file}`, ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...env, ATTACK_NAMESPACE: 'entered', TEST_RESULTS: `attacks-${name}` },
    },
  )
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  const [status, output] = await Promise.all([ended, text(child.stdout)])
  console.log(output)
  return { name, status, seconds: Math.round((performance.now() - begun) / 1000) }
}

function run() {
  const call = (command, ...rest) => {
    const { status, error } = spawnSync(command, rest, { stdio: 'inherit' })
    if (error) throw error
    return status ?? 1
  }
  call('ip', 'link', 'set', 'lo', 'up')
  // Where this machine would ask for names: what is asked there is heard
  const nameservers = getServers().filter((server) => isIPv4(server) && !server.startsWith('127.'))
  for (const address of new Set([...ADDRESSES, ...nameservers.map((server) => `${server}/32`)])) {
    if (call('ip', 'address', 'add', address, 'dev', 'lo') !== 0)
      throw new Error(`${address} could not be added to this namespace`)
  }
  process.exit(call(process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'attacks', ...args))
}
