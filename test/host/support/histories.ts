import fc from 'fast-check'
import { BrowserError } from '../../../host/errors/browser-error.ts'
import type { Persistence } from '../../../host/provider/types.ts'
import type { Fault, Step } from './fake-provider.ts'
import type { Command } from './world.ts'

const pick = fc.nat(20)

/** Faults that a provider which keeps its obligations can show. */
const FAULTS: Fault[] = [
  { delay: 1 },
  'hang',
  { fulfilAfterAbort: 1 },
  { fail: new Error('broken') },
  { fail: new BrowserError('BROWSER_TARGET_STALE', 'stale') },
]
const FAULTY: Step[] = ['available', 'open', 'restore', 'observe', 'act', 'act:after', 'checkpoint']

const USUAL: Persistence[] = ['ephemeral', 'resume', 'profile']

/** The same owner mostly asks for the same thing. */
const acquire = fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 10 })).map(([owner, odd]): Command => {
  const shift = odd <= 2 ? odd : 0
  return { do: 'acquire', owner, persistence: USUAL[(owner + shift) % USUAL.length]! }
})

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: acquire },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom('navigate' as const, 'click-newest' as const, 'click-oldest' as const, 'observe' as const),
      pick,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('checkpoint' as const, 'release' as const), pick }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel-acquire' as const, 'cancel-operation' as const, 'crash' as const),
      pick,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      step: fc.constantFrom(...FAULTY),
      fault: fc.constantFrom(...FAULTS),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('turn' as const, 'turn' as const, 'turn' as const, 'settle' as const, 'load' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unload' as const) }) },
)

/** Two owners with a page each: what most histories need before anything interesting can happen. */
const PRELUDE: Command[] = [
  { do: 'acquire', owner: 0, persistence: 'ephemeral' },
  { do: 'acquire', owner: 1, persistence: 'resume' },
  { do: 'settle' },
  { do: 'navigate', pick: 0 },
  { do: 'navigate', pick: 1 },
  { do: 'settle' },
]

const commands = fc.array(command, { minLength: 5, maxLength: 25, size: 'max' })

/** Histories that all get as far as two pages. */
export const begunHistories: fc.Arbitrary<Command[]> = commands.map((rest) => [...PRELUDE, ...rest])

export const histories: fc.Arbitrary<Command[]> = fc.oneof(commands, begunHistories)
