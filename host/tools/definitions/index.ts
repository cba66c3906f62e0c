import { BrowserError } from '../../errors/browser-error.ts'
import type { Feature, ToolDefinition } from '../definition.ts'
import { actTools } from './act.ts'
import { credentialTools } from './credential.ts'
import { diagnosticsTools } from './diagnostics.ts'
import { dialogTools } from './dialog.ts'
import { extractTools } from './extract.ts'
import { findTools } from './find.ts'
import { formTools } from './form.ts'
import { navigateTools } from './navigate.ts'
import { observeTools } from './observe.ts'
import { screenshotTools } from './screenshot.ts'
import { tabsTools } from './tabs.ts'
import { waitTools } from './wait.ts'

/** Every tool there is, in the order a model reads them. */
export const TOOLS: readonly ToolDefinition[] = [
  ...navigateTools,
  ...observeTools,
  ...findTools,
  ...actTools,
  ...formTools,
  ...credentialTools,
  ...waitTools,
  ...dialogTools,
  ...tabsTools,
  ...extractTools,
  ...screenshotTools,
  ...diagnosticsTools,
]

/** The tools that can work: what a tool needs is there, and the operator has not disabled it. */
export function offeredTools(features: ReadonlySet<Feature>, disabled: readonly string[] = []): ToolDefinition[] {
  return TOOLS.filter((tool) => (tool.needs === undefined || features.has(tool.needs)) && !disabled.includes(tool.name))
}

/** A misspelt name would leave the tool it means on offer. */
export function assertToolsExist(names: readonly string[]): void {
  const unknown = names.find((name) => !TOOLS.some((tool) => tool.name === name))
  if (unknown !== undefined)
    throw new BrowserError('BROWSER_CONFIG_INVALID', `disabled: there is no tool ${JSON.stringify(unknown)}.`)
}
