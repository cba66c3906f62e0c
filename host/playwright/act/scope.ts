import type { DenialReason } from '../../../shared/observation.ts'
import type { ProviderActionTarget } from '../../provider/types.ts'
import type { ProviderSettings } from '../config.ts'
import type { Operation } from '../effects/operation.ts'
import type { Tab } from '../page/tab.ts'
import { type Located, locate } from './element.ts'

/** What an action works with. */
export interface ActionScope {
  tab: Tab
  settings: ProviderSettings
  operation: Operation
  /** Judges an address that the agent asks for. */
  judge(url: string): { admitted: boolean; reason: string }
  locate(target: ProviderActionTarget): Promise<Located>
}

/** Effects that this configuration admits, so that the agent does not deny them beforehand. */
export const admittedEffects = (settings: ProviderSettings): DenialReason[] =>
  settings.pages === 'multiple' ? ['new-context'] : []

export const scopeOf = (
  tab: Tab,
  settings: ProviderSettings,
  operation: Operation,
  judge: ActionScope['judge'],
): ActionScope => ({
  tab,
  settings,
  operation,
  judge,
  locate: (target) => locate(tab, target, admittedEffects(settings)),
})
