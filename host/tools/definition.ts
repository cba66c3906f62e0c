import { z } from 'zod'
import type { Answer, ToolContext } from './context.ts'

/** What must be there for a tool to be able to work. */
export type Feature = 'credentials' | 'diagnostics' | 'dialogs' | 'extract' | 'screenshot' | 'tabs'

/** A coarse category by which user interfaces choose an icon. */
export type CallKind = 'read' | 'search' | 'fetch' | 'execute'

/**
 * One tool, independent of the host that offers it. `description` and the parameters' descriptions are paid for by every
 * request of a model; `examples` are for people and tests.
 */
export interface ToolDefinition<Parameters extends z.ZodObject = z.ZodObject> {
  readonly name: `browser_${string}`
  readonly description: string
  readonly parameters: Parameters
  readonly examples: readonly z.input<Parameters>[]
  readonly needs?: Feature
  readonly kind: CallKind
  /** Whether a call may change what the page or its server holds. */
  readonly acts: boolean
  /** One line for a person, without secrets. */
  title(args: z.infer<Parameters>): string
  execute(args: z.infer<Parameters>, context: ToolContext): Promise<Answer>
}

export function defineTool<Parameters extends z.ZodObject>(tool: ToolDefinition<Parameters>): ToolDefinition {
  return tool as unknown as ToolDefinition
}

/** The subset of JSON Schema that every host takes and enforces. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean
  items?: JsonSchema
  enum?: string[]
}

const KEPT: ReadonlySet<string> = new Set([
  'type',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
])

/** Bounds stay in the validator: they cost tokens, some hosts refuse them, and a refusal names them. */
export function parametersSchema(tool: ToolDefinition): JsonSchema & { type: 'object' } {
  const schema = z.toJSONSchema(tool.parameters, {
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const key of Object.keys(jsonSchema)) if (!KEPT.has(key)) delete jsonSchema[key as keyof typeof jsonSchema]
    },
  })
  const { $schema: _, ...plain } = schema
  // The library hangs a validator on its schemas, unseen by JSON; hosts refuse anything but plain data.
  return JSON.parse(JSON.stringify(plain))
}

/** The message of a refused argument names the argument. */
export function describeIssues(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`).join('; ')
}
