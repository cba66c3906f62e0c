import assert from 'node:assert/strict'
import { BrowserError } from '../../../host/errors/browser-error.ts'
import type { Persistence } from '../../../host/provider/types.ts'
import { resolveRuntimeConfig } from '../../../host/runtime/config.ts'
import { ControlPlane } from '../../../host/runtime/control-plane.ts'
import type { Lease } from '../../../host/runtime/lease.ts'
import type { BrowserAction, BrowserTransition, Observation } from '../../../host/runtime/types.ts'
import { type Fault, type Step, sleep } from './fake-provider.ts'
import type { Stage } from './stage.ts'
import { WatchedProvider } from './watched-provider.ts'

/** One step of a random history. Numbers pick one of what there is at that moment. */
export type Command =
  | { do: 'acquire'; owner: number; persistence: Persistence }
  | { do: 'cancel-acquire'; pick: number }
  | { do: 'navigate' | 'click-newest' | 'click-oldest' | 'observe' | 'checkpoint' | 'release'; pick: number }
  | { do: 'cancel-operation'; pick: number }
  | { do: 'crash'; pick: number }
  | { do: 'fault'; step: Step; fault: Fault }
  | { do: 'unload' | 'load' | 'turn' | 'settle' }

const MAX_ENVIRONMENTS = 2

interface Wait {
  owner: object
  controller: AbortController
  done: boolean
}

interface Operation {
  sequence: number
  environment: string
  controller: AbortController
  done: boolean
}

interface Held {
  lease: Lease
  owner: object
  seen: Observation[]
  released: boolean
  /** Its release has settled. */
  over: boolean
}

const pickOf = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length]

/** Drives a control plane by a random history and asserts, all along, what must hold for every history. */
export class World {
  readonly plane: ControlPlane
  readonly warnings: string[] = []
  private readonly stage: Stage
  private readonly watched: WatchedProvider
  private readonly tally: Map<string, number>
  private readonly owners: object[] = [{}, {}, {}]
  private readonly waits: Wait[] = []
  private readonly operations: Operation[] = []
  private readonly held: Held[] = []
  private readonly everything: Promise<void>[] = []
  private readonly succeeded = new Set<string>()
  private readonly lastDone = new Map<string, number>()
  private readonly failures: unknown[] = []
  private unregister: (() => Promise<void>) | undefined
  private sequence = 0
  private acted = 0

  /** Counts what histories met, by error code. */
  constructor(tally: Map<string, number>, stage: Stage) {
    this.tally = tally
    this.stage = stage
    this.watched = new WatchedProvider(stage.provider)
    this.plane = new ControlPlane({
      config: resolveRuntimeConfig({ maxEnvironments: MAX_ENVIRONMENTS, idleTimeoutMs: 0, ...stage.config }),
      warn: (message) => this.warnings.push(message),
    })
    this.load()
  }

  async run(commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      await this.step(command)
      this.check()
    }
    await this.finish()
  }

  private async step(command: Command): Promise<void> {
    switch (command.do) {
      case 'acquire':
        return this.acquire(this.owners[command.owner]!, command)
      case 'cancel-acquire':
        return pickOf(this.pending(this.waits), command.pick)?.controller.abort()
      case 'cancel-operation':
        return pickOf(this.pending(this.operations), command.pick)?.controller.abort()
      case 'crash':
        return this.stage.crash(command.pick)
      case 'fault':
        return this.stage.fault(command.step, command.fault)
      case 'unload':
        return this.unload()
      case 'load':
        return this.load()
      case 'turn':
        return this.turn()
      case 'settle':
        return Promise.race([Promise.all(this.everything).then(() => {}), sleep(this.stage.settleMs)])
      default: {
        const holder = pickOf(this.holders(), command.pick)
        if (holder) this.use(holder, command.do)
      }
    }
  }

  private turn(): Promise<void> {
    const { turnMs } = this.stage
    return turnMs === 0 ? new Promise((resolve) => setImmediate(resolve)) : sleep(turnMs)
  }

  private acquire(owner: object, { persistence, owner: number }: Extract<Command, { do: 'acquire' }>): void {
    const controller = new AbortController()
    const wait: Wait = { owner, controller, done: false }
    this.waits.push(wait)
    this.track(
      this.plane
        .acquire({
          owner,
          sessionId: `session-${number % 2}`,
          persistence,
          signal: controller.signal,
        })
        .then(
          (lease) => {
            wait.done = true
            this.held.push({ lease, owner, seen: [], released: false, over: false })
          },
          (error: unknown) => {
            wait.done = true
            this.expectCoded(error)
            // Each waiter cancels its own wait only.
            if ((error as BrowserError).code === 'BROWSER_CANCELLED') assert(controller.signal.aborted)
          },
        ),
    )
  }

  private use(holder: Held, what: 'navigate' | 'click-newest' | 'click-oldest' | 'observe' | 'checkpoint' | 'release') {
    const { lease, seen } = holder
    switch (what) {
      case 'navigate':
        return this.act(holder, { type: 'navigate', url: this.stage.home })
      case 'click-newest':
      case 'click-oldest': {
        const observation = what === 'click-newest' ? lease.current : seen[0]
        const target = observation?.elements[0]?.ref
        if (observation && target) this.act(holder, { type: 'click', target, observation: observation.id })
        return
      }
      case 'observe':
        return this.operate(holder, async (signal) => void seen.push(await lease.observe({}, signal)))
      case 'checkpoint':
        return this.operate(holder, async (signal) => void (await lease.checkpoint(signal)))
      case 'release':
        return this.release(holder)
    }
  }

  private act(holder: Held, action: BrowserAction): void {
    this.operate(holder, async (signal) => {
      const transition = await holder.lease.act(action, signal)
      this.acted++
      this.count('acted')
      this.expectTransition(action, transition)
      if (transition.after) holder.seen.push(transition.after)
    })
  }

  private operate(holder: Held, work: (signal: AbortSignal) => Promise<void>): void {
    const controller = new AbortController()
    const operation: Operation = {
      sequence: ++this.sequence,
      environment: holder.lease.environment,
      controller,
      done: false,
    }
    this.operations.push(operation)
    this.track(
      work(controller.signal).then(
        () => {
          operation.done = true
          // One FIFO: what was asked for earlier is done earlier.
          assert(operation.sequence > (this.lastDone.get(operation.environment) ?? 0))
          this.lastDone.set(operation.environment, operation.sequence)
        },
        (error: unknown) => {
          operation.done = true
          this.expectCoded(error)
          if ((error as BrowserError).code === 'BROWSER_CANCELLED') assert(controller.signal.aborted)
        },
      ),
    )
  }

  private release(holder: Held): void {
    holder.released = true
    const { lease, owner } = holder
    this.track(
      lease
        .release()
        .catch((error: unknown) => this.expectCoded(error))
        .then(async () => {
          holder.over = true
          await assert.rejects(lease.observe(), { code: 'BROWSER_LEASE_RELEASED' })
          const shared = this.held.some((other) => !other.over && other.lease.environment === lease.environment)
          const awaited = this.waits.some((wait) => wait.owner === owner && !wait.done)
          if (shared || awaited) return
          // The last release closes the environment before it returns.
          const { environments } = await this.plane.status()
          assert(environments.every(({ environment }) => environment !== lease.environment))
        }),
    )
  }

  private load(): void {
    if (this.unregister) return
    this.unregister = this.plane.registerProvider(this.watched.provider)
  }

  private unload(): void {
    const { unregister } = this
    this.unregister = undefined
    if (unregister) this.track(unregister().catch((error: unknown) => this.expectCoded(error)))
  }

  /** What must hold at every moment. */
  private check(): void {
    if (this.failures.length > 0) throw this.failures[0]
    assert(this.watched.peak <= MAX_ENVIRONMENTS)
    const environmentOf = new Map<object, string>()
    const ownerOf = new Map<string, object>()
    for (const { lease, owner, released } of this.held) {
      assert.equal(ownerOf.get(lease.environment) ?? owner, owner)
      ownerOf.set(lease.environment, owner)
      if (released) continue
      assert.equal(environmentOf.get(owner) ?? lease.environment, lease.environment)
      environmentOf.set(owner, lease.environment)
    }
    for (const { overlapped, misused } of this.watched.treatments) assert(!overlapped && !misused)
  }

  /** What must hold when everybody has let go. */
  private async finish(): Promise<void> {
    this.stage.heal()
    for (const wait of this.pending(this.waits)) wait.controller.abort()
    await this.turn()
    for (const holder of this.holders()) this.release(holder)
    for (let settled = 0; settled < this.everything.length; ) {
      settled = this.everything.length
      await Promise.all(this.everything)
      for (const holder of this.holders()) this.release(holder)
    }
    this.check()
    const status = await this.plane.status()
    assert.deepEqual([status.environments, status.opening, status.waiting], [[], 0, 0])
    assert.equal(this.stage.live(), 0)
    for (const { closed } of this.watched.treatments) assert(closed > 0)
    const profiles = await this.stage.provider.profiles!(new AbortController().signal)
    assert(profiles.every(({ inUse }) => !inUse))
    await this.expectEvidence()
    await this.expectCheckpoints()
    await this.plane.close()
    await assert.rejects(this.plane.acquire({ owner: {}, sessionId: 's' }), { code: 'BROWSER_RUNTIME_CLOSED' })
  }

  private expectTransition(action: BrowserAction, transition: BrowserTransition): void {
    assert.equal(transition.outcome, 'succeeded')
    if (action.observation !== undefined) assert.equal(transition.before?.id, action.observation)
    assert(!this.succeeded.has(transition.id))
    this.succeeded.add(transition.id)
  }

  private async expectEvidence(): Promise<void> {
    const rows = await this.plane.listTransitions({ limit: 1_000 })
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
    const succeeded = rows.filter(({ outcome }) => outcome === 'succeeded')
    assert.deepEqual(new Set(succeeded.map(({ id }) => id)), this.succeeded)
    assert.equal(succeeded.length, this.acted)
    for (const { seen } of this.held) {
      for (const [index, observation] of seen.entries()) {
        const before = seen[index - 1]
        if (!before) continue
        assert(observation.generation >= before.generation)
        assert(Number(observation.id.slice(1)) > Number(before.id.slice(1)))
      }
    }
  }

  /** Index and payloads are in step: nothing missing, nothing left behind. */
  private async expectCheckpoints(): Promise<void> {
    const records = await this.plane.stores.current.listCheckpoints()
    assert.deepEqual(new Set(records.map(({ payload }) => payload)), new Set(this.stage.payloads()))
  }

  private expectCoded(error: unknown): void {
    const errors = error instanceof AggregateError ? error.errors : [error]
    for (const one of errors) {
      if (!(one instanceof BrowserError)) throw one
      this.count(one.code)
    }
  }

  private count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1)
  }

  private track(work: Promise<void>): void {
    this.everything.push(work.catch((error: unknown) => void this.failures.push(error)))
  }

  private pending<T extends { done: boolean }>(items: readonly T[]): T[] {
    return items.filter(({ done }) => !done)
  }

  private holders(): Held[] {
    return this.held.filter(({ released }) => !released)
  }
}
