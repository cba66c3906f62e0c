import type { DomainFacility, DomainSpec, DomainTable, OpenDomain } from '../../../host/stores/domain.ts'

/** What a domain keeps between two openings, as its host's backend would. */
export type Medium = Map<string, Map<string, unknown>>

/**
 * A host's storage domain in its observable behaviour: one opening per name, records checked when they are read back,
 * reads from memory, writes one after the other and durable before they are visible, no write once `close` began.
 */
export class FakeDomainFacility implements DomainFacility {
  readonly medium: Medium
  /** Awaited before each write becomes durable; a rejection refuses it. */
  beforeWrite: () => Promise<void> = async () => {}
  private readonly open_ = new Map<string, () => Promise<void>>()

  constructor(medium: Medium = new Map()) {
    this.medium = medium
  }

  get openDomains(): number {
    return this.open_.size
  }

  async open(spec: DomainSpec): Promise<OpenDomain> {
    if (this.open_.has(spec.name)) throw new Error(`domain '${spec.name}' is already open`)
    const tables = new Map<string, Map<string, unknown>>()
    for (const [name, { valueSchema }] of Object.entries(spec.tables)) {
      const stored = this.medium.get(name) ?? new Map()
      tables.set(name, new Map([...stored].map(([key, raw]) => [key, valueSchema.parse(raw)])))
    }
    let closing = false
    let closed = false
    let chain: Promise<unknown> = Promise.resolve()
    const enqueue = <T>(job: () => Promise<T>): Promise<T> => {
      if (closing) return Promise.reject(new Error(`domain '${spec.name}' is closed`))
      const result = chain.then(job)
      chain = result.catch(() => {})
      return result
    }
    const tableOf = (name: string): DomainTable => {
      const records = tables.get(name)
      if (!records) throw new Error(`domain '${spec.name}' declares no table '${name}'`)
      const readable = () => {
        if (closed) throw new Error(`domain '${spec.name}' is closed`)
        return records
      }
      const durable = () => {
        const stored = this.medium.get(name) ?? new Map<string, unknown>()
        this.medium.set(name, stored)
        return stored
      }
      return {
        get: (key) => readable().get(key),
        entries: () => [...readable().entries()][Symbol.iterator](),
        put: (key, value) =>
          enqueue(async () => {
            await this.beforeWrite()
            durable().set(key, JSON.parse(JSON.stringify(value)))
            records.set(key, value)
          }),
        delete: (key) =>
          enqueue(async () => {
            if (!records.has(key)) return false
            await this.beforeWrite()
            durable().delete(key)
            return records.delete(key)
          }),
      }
    }
    const close = async () => {
      closing = true
      await chain
      closed = true
      this.open_.delete(spec.name)
    }
    this.open_.set(spec.name, close)
    return { table: tableOf, close }
  }

  /** What the end of a host does to domains that are open. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.open_.values()].map((close) => close()))
  }
}
