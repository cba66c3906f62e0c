import { z } from 'zod'
import type { BrowserErrorCode } from '../errors/catalogue.ts'
import type { BrowserAction, CompactTransition } from '../runtime/types.ts'
import type { StoredCheckpoint } from './types.ts'

const optional = z.exactOptional
const number = z.number()

/** Fields with a default were added later: records written before still load. */
export const checkpointRow: z.ZodType<StoredCheckpoint> = z.object({
  sessionId: z.string(),
  provider: z.string(),
  providerVersion: z.string().default(''),
  generation: number.default(1),
  createdAt: number,
  bytes: number.default(0),
  url: z.string().default(''),
  payload: z.string(),
})

const trace = z.object({ observation: z.string(), url: z.string(), digest: z.string(), revision: number })

export const transitionRow: z.ZodType<CompactTransition> = z.object({
  id: z.string(),
  environment: z.string(),
  generation: number,
  sessionId: z.string(),
  action: z
    .object({ type: z.string().transform((type) => type as BrowserAction['type']) })
    .catchall(z.union([z.string(), number, z.boolean()])),
  outcome: z.enum(['succeeded', 'failed', 'unknown']),
  failure: optional(
    z.object({
      code: z.string().transform((code) => code as BrowserErrorCode),
      message: z.string(),
      reason: optional(z.string()),
    }),
  ),
  before: optional(trace),
  after: optional(trace),
  metrics: z.object({
    startedAt: number,
    totalMs: number,
    actionMs: number,
    observationMs: number,
    textChars: number,
    elements: number,
    textTruncated: z.boolean(),
    elementsTruncated: z.boolean(),
  }),
})
