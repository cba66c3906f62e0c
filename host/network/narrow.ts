import { isIP } from 'node:net'
import { BrowserError } from '../errors/browser-error.ts'
import { type Cidr, coversCidr, formatCidr, parseCidr } from './cidr.ts'
import { coversHost, formatHostPattern, type HostPattern } from './host-pattern.ts'
import {
  type CompiledPolicy,
  compilePolicy,
  formatPolicy,
  type NetworkMode,
  type NetworkPolicy,
  parsePolicy,
} from './policy.ts'

/** What an operator lets consumers add, spelled as in `allowHosts` and `allowCidrs`. */
export interface PolicyGrants {
  allowHosts?: readonly string[]
  allowCidrs?: readonly string[]
}

/**
 * The policy of one environment: the operator's, made narrower by what a consumer asks for. What the consumer leaves
 * out is inherited; what it denies is added. Allowances beyond the operator's must lie within `grants`.
 *
 * Throws `BROWSER_POLICY_DENIED` with reason `policy-widening` for anything wider, and `BROWSER_CONFIG_INVALID` for
 * a request that is malformed or contradicts itself.
 */
export function narrowPolicy(
  operator: NetworkPolicy,
  consumer: Partial<NetworkPolicy> = {},
  grants: PolicyGrants = {},
): NetworkPolicy {
  const outer = compilePolicy(operator)
  const granted = compilePolicy(parsePolicy({ mode: 'allowlist', ...grants }))
  const mode = consumer.mode ?? impliedMode(operator.mode, consumer)
  const inherits = mode === 'allowlist' && operator.mode === 'allowlist'
  const inner = compilePolicy(
    parsePolicy({
      ...consumer,
      mode,
      allowHosts: consumer.allowHosts ?? (inherits ? operator.allowHosts : []),
      allowCidrs: consumer.allowCidrs ?? (inherits ? operator.allowCidrs : []),
      denyCidrs: [...operator.denyCidrs, ...(consumer.denyCidrs ?? [])],
      denyPorts: [...operator.denyPorts, ...(consumer.denyPorts ?? [])],
      ...narrowedPublicHosts(operator, consumer, mode),
    }),
  )
  rejectWidening(outer, inner, granted)
  return formatPolicy(inner)
}

/** A consumer that only names hosts under a strict operator asks for an allowlist of them. */
function impliedMode(operator: NetworkMode, { allowHosts = [], allowCidrs = [] }: Partial<NetworkPolicy>): NetworkMode {
  const allowances = allowHosts.length + allowCidrs.length
  return operator === 'strict' && allowances > 0 ? 'allowlist' : operator
}

function narrowedPublicHosts(
  operator: NetworkPolicy,
  consumer: Partial<NetworkPolicy>,
  mode: NetworkMode,
): Pick<NetworkPolicy, 'publicHosts'> {
  const publicHosts = consumer.publicHosts ?? (mode === 'unrestricted' ? undefined : operator.publicHosts)
  return publicHosts ? { publicHosts } : {}
}

function rejectWidening(outer: CompiledPolicy, inner: CompiledPolicy, granted: CompiledPolicy): void {
  if (outer.mode === 'unrestricted') return
  if (inner.mode === 'unrestricted') throw widening(`mode "unrestricted", the operator allows "${outer.mode}"`)
  const hosts = [...outer.allowHosts, ...granted.allowHosts]
  const cidrs = [...outer.allowCidrs, ...granted.allowCidrs]
  const inCidrs = (cidr: Cidr) => cidrs.some((allowed) => coversCidr(allowed, cidr))
  for (const pattern of inner.allowHosts) {
    const literal = isIP(pattern.host) > 0 && inCidrs(parseCidr(pattern.host))
    if (!literal && !coveredBy(hosts, pattern)) throw widening(formatHostPattern(pattern))
  }
  for (const cidr of inner.allowCidrs) if (!inCidrs(cidr)) throw widening(formatCidr(cidr))
  const { publicHosts } = outer
  const beyond = publicHosts && inner.publicHosts?.find((pattern) => !coveredBy(publicHosts, pattern))
  if (beyond) throw widening(formatHostPattern(beyond))
}

const coveredBy = (patterns: readonly HostPattern[], pattern: HostPattern): boolean =>
  patterns.some((outer) => coversHost(outer, pattern))

const widening = (what: string): BrowserError =>
  new BrowserError(
    'BROWSER_POLICY_DENIED',
    `The environment may not be given a wider network than the operator's: ${what}`,
    {
      reason: 'policy-widening',
    },
  )
