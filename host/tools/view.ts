import { BrowserError } from '../errors/browser-error.ts'
import type { Observation } from '../runtime/types.ts'
import type { AnswerMode } from './answer/modes.ts'
import { PageWords, type Secret } from './answer/neutralise.ts'
import { readingAnswer } from './answer/observation.ts'
import { type Cursor, type Reading, readPage, type Selection, startReading } from './answer/reading.ts'

/** Pages of one reading that can be asked for again. */
const PAGES_KEPT = 200
const SECRETS_KEPT = 50

/**
 * What one agent has been shown of one environment: the reading its continuations belong to, and the secrets that were
 * filled. It ends with the environment.
 */
export class View {
  readonly #secrets: Secret[] = []
  #words = new PageWords()
  #reading: { reading: Reading; budget: number; whole: boolean; starts: Cursor[] } | undefined

  get words(): PageWords {
    return this.#words
  }

  /** From now on no answer repeats this value. */
  hide(secret: Secret): void {
    if (secret.value === '' || this.#secrets.some(({ value }) => value === secret.value)) return
    this.#secrets.push(secret)
    if (this.#secrets.length > SECRETS_KEPT) this.#secrets.shift()
    this.#words = new PageWords(this.#secrets)
  }

  /** Begins a reading, which ends the one before, and gives its first page. */
  read(observation: Observation, mode: AnswerMode, budget: number, part?: Selection): string[] {
    const reading = startReading(observation, mode, part)
    this.#reading = { reading, budget, whole: part !== undefined, starts: [{ elements: 0, text: 0 }] }
    return this.#page(0)
  }

  /** Begins a reading without showing any of it: its first page is one continuation away. */
  stand(observation: Observation, mode: AnswerMode, budget: number): string {
    this.#reading = {
      reading: startReading(observation, mode),
      budget,
      whole: false,
      starts: [{ elements: 0, text: 0 }],
    }
    return `${observation.id}.1`
  }

  /** The page a token names, or the last one reached. Tokens belong to the newest observation. */
  next(token: string | undefined): string[] {
    const current = this.#reading
    if (!current) throw new BrowserError('BROWSER_OBSERVATION_MISSING', 'There is nothing to continue.')
    if (token === undefined) return this.#page(current.starts.length - 1)
    const [, observation, page] = /^(\w+)\.(\d{1,4})$/.exec(token) ?? []
    if (observation === undefined || page === undefined) {
      throw new BrowserError(
        'BROWSER_INPUT_INVALID',
        `token: ${JSON.stringify(token.slice(0, 40))} is no continuation.`,
      )
    }
    if (observation !== current.reading.observation.id) {
      const newest = current.reading.observation.id
      throw new BrowserError(
        'BROWSER_OBSERVATION_SUPERSEDED',
        `${token} continues an observation older than ${newest}.`,
        { refsValid: true },
      )
    }
    if (Number(page) < 1 || Number(page) > current.starts.length) {
      throw new BrowserError('BROWSER_INPUT_INVALID', `token: ${token} is not a page that was offered.`)
    }
    return this.#page(Number(page) - 1)
  }

  #page(index: number): string[] {
    const { reading, budget, whole, starts } = this.#reading!
    const page = readPage(reading, starts[index]!, budget, this.#words, whole)
    if (page.next && index + 1 === starts.length && starts.length < PAGES_KEPT) starts.push(page.next)
    return readingAnswer(reading, page, this.#words, page.next ? `${reading.observation.id}.${index + 2}` : undefined)
  }
}
