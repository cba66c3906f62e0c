import { type RuntimeConfig, resolveRuntimeConfig } from '../../../host/runtime/config.ts'
import { ControlPlane } from '../../../host/runtime/control-plane.ts'
import type { BrowserLease, Observation, Ref } from '../../../host/runtime/types.ts'
import { FakeProvider } from './fake-provider.ts'

export const HOME = 'https://fixture.test/page'

/** Bounds short enough for a test to meet them. */
export const QUICK: Partial<RuntimeConfig> = {
  cleanupTimeoutMs: 200,
  shutdownTimeoutMs: 1_000,
  openTimeoutMs: 1_000,
  operationTimeoutMs: 1_000,
  queueWaitMs: 200,
  storeTimeoutMs: 100,
  idleTimeoutMs: 0,
}

/** A control plane with one fake provider, and what it warned of. */
export function planeWith(config: Partial<RuntimeConfig> = {}, provider = new FakeProvider()) {
  const warnings: string[] = []
  const plane = new ControlPlane({
    config: resolveRuntimeConfig({ ...QUICK, ...config }),
    warn: (message) => warnings.push(message),
  })
  const unregister = plane.registerProvider(provider)
  return { plane, provider, warnings, unregister }
}

export const refOf = (observation: Observation | undefined, name: string): Ref => {
  const element = observation?.elements.find((one) => one.name === name)
  if (!element) throw new Error(`no element "${name}" in ${observation?.elements.map((one) => one.name)}`)
  return element.ref
}

/** Opens the fixture page and answers what is seen. */
export async function openFixture(lease: BrowserLease): Promise<Observation> {
  const { after } = await lease.act({ type: 'navigate', url: HOME })
  if (!after) throw new Error('no observation after navigation')
  return after
}
