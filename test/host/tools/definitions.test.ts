import { assertSupportedJsonSchema, type JsonSchemaNode } from '@deepseek-ai/dsh-tools'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { type JsonSchema, parametersSchema, type ToolDefinition } from '../../../host/tools/definition.ts'
import { offeredTools, TOOLS } from '../../../host/tools/definitions/index.ts'
import { PROMPT } from '../../../host/tools/prompt.ts'

/** What a model's request carries of the tools. */
const asSent = (tools: readonly ToolDefinition[]) =>
  JSON.stringify(
    tools.map((tool) => ({
      type: 'function',
      function: { name: tool.name, description: tool.description, parameters: parametersSchema(tool) },
    })),
  )
const tokens = (text: string) => encode(text).length

test('the default set costs a model at most 3,500 tokens (o200k_base), the prompt section at most 400', () => {
  const sets = { default: offeredTools(new Set(['diagnostics', 'extract', 'screenshot'])), all: TOOLS }
  expect(tokens(asSent(sets.default))).toBeLessThanOrEqual(3_500)
  expect(tokens(asSent(sets.all))).toBeLessThanOrEqual(3_500)
  expect(tokens(PROMPT)).toBeLessThanOrEqual(400)
})

test.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s is named, described and exemplified', (name, tool) => {
  expect(name).toMatch(/^browser_[a-z]+(_[a-z]+)*$/)
  expect(tool.description).toMatch(/^[A-Z].{10,200}[.]$/)
  const schema = parametersSchema(tool)
  assertSupportedJsonSchema(schema as JsonSchemaNode)
  expect(schema.additionalProperties).toBe(false)
  for (const node of nodes(schema)) {
    if (node.type === 'object') expect(node.additionalProperties).toBe(false)
    if (node.description !== undefined) expect(node.description.length).toBeLessThanOrEqual(140)
  }
  expect(tool.examples.length).toBeGreaterThan(0)
  for (const example of tool.examples) {
    expect(tool.parameters.safeParse(example).success).toBe(true)
    expect(tool.title(tool.parameters.parse(example))).toMatch(/^[^\n]{3,120}$/)
  }
  expect(tool.parameters.safeParse({ ...tool.examples[0], unknown: 1 }).success).toBe(false)
})

/** A parameter speaks for itself where its name is one of the few that mean the same everywhere. */
const PLAIN = new Set([
  'target',
  'to',
  'value',
  'options',
  'fields',
  'button',
  'double',
  'modifiers',
  'kind',
  'accept',
  'do',
  'timeout_ms',
])

test('every parameter is described, or named so that it needs no words', () => {
  for (const tool of TOOLS) {
    for (const [key, node] of Object.entries(parametersSchema(tool).properties ?? {})) {
      expect(node.description !== undefined || PLAIN.has(key), `${tool.name}: ${key}`).toBe(true)
    }
  }
})

test('no two tools share a name', () => expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length))

function* nodes(schema: JsonSchema): Iterable<JsonSchema> {
  yield schema
  if (schema.items) yield* nodes(schema.items)
  for (const child of Object.values(schema.properties ?? {})) yield* nodes(child)
}
