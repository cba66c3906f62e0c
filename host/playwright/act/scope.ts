import type { DenialReason } from '../../../shared/observation.ts'
import type { ProviderActionTarget } from '../../provider/types.ts'
import { Deadline } from '../bounded.ts'
import type { ProviderSettings } from '../config.ts'
import type { Operation } from '../effects/operation.ts'
import type { Tab } from '../page/tab.ts'
import { type Located, locate } from './element.ts'

/** What an action works with. */
export interface ActionScope {
  tab: Tab
  settings: ProviderSettings
  operation: Operation
  /** Counts down the time that one action upon an element has. */
  deadline: Deadline
  /** The page a person would look at now: an action may have opened another. */
  active(): Tab | undefined
  /** Judges an address that the agent asks for. */
  judge(url: string): { admitted: boolean; reason: string }
  locate(target: ProviderActionTarget): Promise<Located>
}

/** Effects that this configuration admits, so that the agent does not deny them beforehand. */
export const admittedEffects = (settings: ProviderSettings): DenialReason[] =>
  settings.pages === 'multiple' ? ['new-context'] : []

export const scopeOf = (given: Omit<ActionScope, 'deadline' | 'locate'>): ActionScope => ({
  ...given,
  deadline: new Deadline(given.settings.actionTimeoutMs),
  locate: (target) => locate(given.tab, target, admittedEffects(given.settings)),
})
