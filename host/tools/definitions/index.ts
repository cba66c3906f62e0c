import type { Feature, ToolDefinition } from '../definition.ts'
import { actTools } from './act.ts'
import { navigateTools } from './navigate.ts'
import { observeTools } from './observe.ts'
import { screenshotTools } from './screenshot.ts'

/** Every tool there is, in the order a model reads them. */
export const TOOLS: readonly ToolDefinition[] = [...navigateTools, ...observeTools, ...actTools, ...screenshotTools]

/** The tools that can work: what a tool needs is there, and the operator has not disabled it. */
export function offeredTools(features: ReadonlySet<Feature>, disabled: readonly string[] = []): ToolDefinition[] {
  return TOOLS.filter((tool) => (tool.needs === undefined || features.has(tool.needs)) && !disabled.includes(tool.name))
}
