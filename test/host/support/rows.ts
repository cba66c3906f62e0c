import type { CompactTransition } from '../../../host/runtime/types.ts'
import type { StoredCheckpoint } from '../../../host/stores/types.ts'

export const checkpointOf = (over: Partial<StoredCheckpoint> = {}): StoredCheckpoint => ({
  sessionId: 's1',
  provider: 'fake',
  providerVersion: '1',
  generation: 1,
  createdAt: 1_000,
  bytes: 10,
  url: 'https://fixture.test/',
  payload: 'payload-1',
  ...over,
})

export const transitionOf = (
  id: string,
  startedAt: number,
  over: Partial<CompactTransition> = {},
): CompactTransition => ({
  id,
  environment: 'env-1',
  generation: 1,
  sessionId: 's1',
  action: { type: 'click', target: 'e1', observation: 'o1' },
  outcome: 'succeeded',
  before: { observation: 'o1', url: 'https://fixture.test/', digest: 'aa', revision: 1 },
  after: { observation: 'o2', url: 'https://fixture.test/', digest: 'bb', revision: 2 },
  metrics: {
    startedAt,
    totalMs: 10.5,
    actionMs: 6,
    observationMs: 4.5,
    textChars: 100,
    elements: 4,
    textTruncated: false,
    elementsTruncated: false,
  },
  ...over,
})
