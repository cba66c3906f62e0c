import ipaddr from 'ipaddr.js'
import { BrowserError } from '../errors/browser-error.ts'
import type { NetworkPolicy } from '../network/policy.ts'

/** What the operator lets consumers add to the policy of their environments. */
export interface NetworkGrants {
  allowHosts: readonly string[]
  allowCidrs: readonly string[]
}

const OPENNESS: Record<NetworkPolicy['mode'], number> = { strict: 0, allowlist: 1, unrestricted: 2 }

/**
 * The policy of one environment: the operator's, narrowed as the consumer asks, widened only where a grant covers it.
 * Throws `BROWSER_POLICY_DENIED` with reason `network-grant` for anything beyond.
 */
export function grantNetwork(
  operator: NetworkPolicy,
  request: Partial<NetworkPolicy> | undefined,
  grants: NetworkGrants,
): NetworkPolicy {
  if (!request) return operator
  const allowHosts = request.allowHosts ?? operator.allowHosts
  const allowCidrs = request.allowCidrs ?? operator.allowCidrs
  const mode = request.mode ?? (operator.mode === 'strict' && widens(request) ? 'allowlist' : operator.mode)
  if (OPENNESS[mode] > OPENNESS[operator.mode] && mode !== 'allowlist') {
    throw denied(`mode "${mode}"`, 'the operator did not choose it')
  }
  if (operator.mode !== 'unrestricted') {
    for (const host of allowHosts) {
      if (![...operator.allowHosts, ...grants.allowHosts].some((granted) => hostCovers(granted, host))) {
        throw denied(`host "${host}"`, 'consumerAllowHosts does not cover it')
      }
    }
    for (const cidr of allowCidrs) {
      if (![...operator.allowCidrs, ...grants.allowCidrs].some((granted) => cidrCovers(granted, cidr))) {
        throw denied(`range "${cidr}"`, 'consumerAllowCidrs does not cover it')
      }
    }
  }
  return {
    mode,
    allowHosts,
    allowCidrs,
    denyCidrs: union(operator.denyCidrs, request.denyCidrs),
    denyPorts: union(operator.denyPorts, request.denyPorts),
  }
}

const widens = (request: Partial<NetworkPolicy>) =>
  (request.allowHosts?.length ?? 0) + (request.allowCidrs?.length ?? 0) > 0

const union = <T>(own: readonly T[], added: readonly T[] = []): T[] => [...new Set([...own, ...added])]

const denied = (what: string, why: string) =>
  new BrowserError('BROWSER_POLICY_DENIED', `This environment may not be given ${what}: ${why}.`, {
    reason: 'network-grant',
  })

/** Whether every destination that `asked` names is one that `granted` names. Both are exact names or `.suffix`es, with an optional `:port`. */
export function hostCovers(granted: string, asked: string): boolean {
  const wide = splitPort(granted)
  const narrow = splitPort(asked)
  if (wide.port !== undefined && wide.port !== narrow.port) return false
  if (wide.host === narrow.host) return true
  return wide.host.startsWith('.') && narrow.host.endsWith(wide.host)
}

function splitPort(pattern: string): { host: string; port: string | undefined } {
  const match = /^(.*?)(?::(\d{1,5}))?$/s.exec(pattern.toLowerCase())
  // An IPv6 literal has colons of its own; its port, if any, follows a bracket.
  const bare = pattern.includes(':', pattern.indexOf(':') + 1) && !pattern.startsWith('[')
  if (bare || !match) return { host: pattern.toLowerCase(), port: undefined }
  return { host: match[1]!, port: match[2] }
}

export function cidrCovers(granted: string, asked: string): boolean {
  try {
    const [wide, wideBits] = ipaddr.parseCIDR(granted)
    const [narrow, narrowBits] = ipaddr.parseCIDR(asked)
    return wide.kind() === narrow.kind() && narrowBits >= wideBits && narrow.match(wide, wideBits)
  } catch {
    // What is no range covers nothing and is covered by nothing.
    return false
  }
}
