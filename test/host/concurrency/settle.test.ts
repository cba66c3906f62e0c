import { describe, expect, test } from 'vitest'
import { KeyedSerial } from '../../../host/concurrency/serial.ts'
import { onAbort, settledWithin, supervise, throwTogether, untilAborted } from '../../../host/concurrency/settle.ts'
import { BrowserError } from '../../../host/errors/browser-error.ts'
import { sleep } from '../support/fake-provider.ts'

const counting = () => {
  const controller = new AbortController()
  let listeners = 0
  const { signal } = controller
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = ((...args: Parameters<typeof add>) => {
    listeners++
    add(...args)
  }) as typeof signal.addEventListener
  signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
    listeners--
    remove(...args)
  }) as typeof signal.removeEventListener
  return { controller, signal, listeners: () => listeners }
}

describe('signals', () => {
  test('a reason with a code is the reason; another one is a cancellation', async () => {
    const coded = new BrowserError('BROWSER_RUNTIME_CLOSED', 'closing')
    await expect(untilAborted(new Promise(() => {}), [AbortSignal.abort(coded)])).rejects.toBe(coded)
    await expect(untilAborted(new Promise(() => {}), [undefined, AbortSignal.abort('why')])).rejects.toMatchObject({
      code: 'BROWSER_CANCELLED',
      cause: 'why',
    })
  })

  test('leave no listener behind', async () => {
    const { controller, signal, listeners } = counting()
    await untilAborted(sleep(1), [signal])
    await supervise(() => sleep(1), { signals: [signal], graceMs: 10 })
    onAbort([signal], () => {})()
    expect(listeners()).toBe(0)
    const aborted = supervise((inner) => untilAborted(new Promise(() => {}), [inner]), {
      signals: [signal],
      graceMs: 10,
    })
    controller.abort()
    await expect(aborted).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' })
    expect(listeners()).toBe(0)
  })

  test('tell once, whichever comes first', () => {
    const [one, two] = [new AbortController(), new AbortController()]
    const reasons: string[] = []
    onAbort([one.signal, two.signal], ({ code }) => reasons.push(code))
    two.abort()
    one.abort()
    expect(reasons).toEqual(['BROWSER_CANCELLED'])
  })
})

describe('supervised work', () => {
  test('that was aborted before it began never begins', async () => {
    let begun = false
    const work = async () => {
      begun = true
    }
    await expect(supervise(work, { signals: [AbortSignal.abort()], graceMs: 1 })).rejects.toThrow()
    expect(begun).toBe(false)
  })

  test('that throws at once rejects', async () => {
    const work = () => {
      throw new Error('at once')
    }
    await expect(supervise(work, { signals: [], graceMs: 1 })).rejects.toThrow('at once')
  })

  test('that is done keeps its answer though the signal aborts after it', async () => {
    const controller = new AbortController()
    const answer = supervise(async () => 'done', { signals: [controller.signal], graceMs: 10 })
    await Promise.resolve()
    const value = await answer
    controller.abort()
    expect(value).toBe('done')
  })

  test('that fulfils after its abort hands the value over, before or after the grace', async () => {
    for (const [graceMs, abandoned] of [
      [100, 0],
      [5, 1],
    ] as const) {
      const late: string[] = []
      let left = 0
      const controller = new AbortController()
      const answer = supervise(() => sleep(30).then(() => 'late'), {
        signals: [controller.signal],
        graceMs,
        late: async (value) => void late.push(value),
        abandoned: () => void left++,
      })
      controller.abort()
      await expect(answer).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' })
      expect(left).toBe(abandoned)
      await sleep(40)
      expect(late).toEqual(['late'])
    }
  })

  test.each(['fulfils', 'rejects'])('that %s at once on its abort has been aborted all the same', async (how) => {
    const late: string[] = []
    let told = 0
    const controller = new AbortController()
    const work = (signal: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        const settle = () => (how === 'fulfils' ? resolve('late') : reject(new Error('its own reason')))
        signal.addEventListener('abort', settle)
      })
    const answer = supervise(work, {
      signals: [controller.signal],
      graceMs: 10,
      onAbort: async () => void told++,
      late: async (value) => void late.push(value),
    })
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: 'BROWSER_CANCELLED' })
    expect([told, late]).toEqual([1, how === 'fulfils' ? ['late'] : []])
  })

  test('that takes too long ends with the error of its bound', async () => {
    const error = () => new BrowserError('BROWSER_ACTION_TIMEOUT', 'too long')
    const work = (signal: AbortSignal) => untilAborted(new Promise(() => {}), [signal])
    await expect(supervise(work, { signals: [], timeout: { ms: 5, error }, graceMs: 10 })).rejects.toThrow('too long')
  })
})

test('settledWithin tells settling, either way, from waiting', async () => {
  expect(await settledWithin(Promise.reject(new Error('no')), 10)).toBe(true)
  expect(await settledWithin(sleep(1), 100)).toBe(true)
  expect(await settledWithin(new Promise(() => {}), 5)).toBe(false)
})

test('errors are thrown together only where there are several', () => {
  const error = new Error('one')
  expect(() => throwTogether([], 'all')).not.toThrow()
  expect(() => throwTogether([error], 'all')).toThrow(error)
  expect(() => throwTogether([error, error], 'all')).toThrow(AggregateError)
})

describe('serial work', () => {
  test('of one key runs one after the other, of two keys side by side', async () => {
    const serial = new KeyedSerial()
    const log: string[] = []
    const task = (name: string) => async () => {
      log.push(`${name} begins`)
      await sleep(5)
      log.push(`${name} ends`)
    }
    await Promise.all([
      serial.run('k', [], task('a')),
      serial.run('k', [], task('b')),
      serial.run('other', [], task('c')),
    ])
    expect(log.indexOf('b begins')).toBeGreaterThan(log.indexOf('a ends'))
    expect(log.indexOf('c begins')).toBeLessThan(log.indexOf('a ends'))
    await serial.idle()
  })

  test('goes on after a failure', async () => {
    const serial = new KeyedSerial()
    const failing = serial.run('k', [], () => Promise.reject(new Error('broken')))
    const next = serial.run('k', [], async () => 'fine')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('fine')
  })

  test('that has begun is waited for, though its caller gave up', async () => {
    const serial = new KeyedSerial()
    const controller = new AbortController()
    let done = false
    const running = serial.run('k', [controller.signal], async () => {
      await sleep(20)
      done = true
    })
    await sleep(1)
    controller.abort()
    await running
    expect(done).toBe(true)
  })
})
