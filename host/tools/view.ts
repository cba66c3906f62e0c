import { BrowserError } from '../errors/browser-error.ts'
import type { Observation } from '../runtime/types.ts'
import { fenced } from './answer/fence.ts'
import type { AnswerMode } from './answer/modes.ts'
import { PageWords, type Secret } from './answer/neutralise.ts'
import { count } from './answer/numbers.ts'
import { readingAnswer } from './answer/observation.ts'
import { type Cursor, readPage, type Selection, startReading } from './answer/reading.ts'

/** Pages of one answer that can be asked for again. */
const PAGES_KEPT = 500
const SECRETS_KEPT = 50

/** An answer in pages. `id` begins with that of its observation. */
interface Paged<Position> {
  id: string
  observation: string
  starts: Position[]
  /** The lines of the page that begins here, and where the one after it begins. */
  page(from: Position, token: string): { lines: string[]; next?: Position | undefined }
}

/**
 * What one agent has been shown of one environment: the answer that can be continued, and the secrets that were filled.
 * It ends with the environment.
 */
export class View {
  readonly #secrets: Secret[] = []
  #words = new PageWords()
  #paged: Paged<Cursor | number> | undefined
  #lists = 0

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

  /** Begins a reading of an observation, which ends the answer before, and gives its first page. */
  read(observation: Observation, mode: AnswerMode, budget: number, part?: Selection): string[] {
    this.stand(observation, mode, budget, part)
    return this.#page(0)
  }

  /** Begins a reading without showing any of it; gives the token of its first page. */
  stand(observation: Observation, mode: AnswerMode, budget: number, part?: Selection): string {
    const reading = startReading(observation, mode, part)
    const whole = part !== undefined
    return this.#begin<Cursor>({
      id: observation.id,
      observation: observation.id,
      starts: [{ elements: 0, text: 0 }],
      page: (from, token) => {
        const page = readPage(reading, from, budget, this.#words, whole)
        return { lines: readingAnswer(reading, page, this.#words, token), next: page.next }
      },
    })
  }

  /** Gives lines that were made already, as many as the budget holds; `head` stands on the first page. */
  list(observation: string, head: readonly string[], lines: readonly string[], budget: number): string[] {
    this.#begin<number>({
      id: `${observation}x${++this.#lists}`,
      observation,
      starts: [0],
      page: (from, token) => {
        let end = from
        let used = 0
        while (end < lines.length && (end === from || used + lines[end]!.length < budget))
          used += lines[end++]!.length + 1
        const body = fenced(observation, [...(from === 0 ? head : []), ...lines.slice(from, end)])
        if (end === lines.length) return { lines: body }
        const left = `not shown: ${count(lines.length - end)} of ${count(lines.length)} lines; continue: browser_observe_next ${token}`
        return { lines: [...body, left], next: end }
      },
    })
    return this.#page(0)
  }

  /** The page a token names, or the one after the last. Tokens belong to the newest answer. */
  next(token: string | undefined): string[] {
    const paged = this.#paged
    if (!paged) throw new BrowserError('BROWSER_OBSERVATION_MISSING', 'There is nothing to continue.')
    if (token === undefined) return this.#page(paged.starts.length - 1)
    const [, id, page] = /^(o\d+(?:x\d+)?)\.(\d{1,4})$/.exec(token.trim()) ?? []
    if (id === undefined || page === undefined) {
      throw new BrowserError(
        'BROWSER_INPUT_INVALID',
        `token: ${JSON.stringify(token.slice(0, 40))} is no continuation.`,
      )
    }
    if (id !== paged.id) {
      throw new BrowserError(
        'BROWSER_OBSERVATION_SUPERSEDED',
        `${token} continues an answer before the newest, ${paged.id}.`,
        { refsValid: true },
      )
    }
    const index = Number(page) - 1
    if (!paged.starts[index])
      throw new BrowserError('BROWSER_INPUT_INVALID', `token: ${token} was not offered.`, { refsValid: true })
    return this.#page(index)
  }

  #begin<Position extends Cursor | number>(paged: Paged<Position>): string {
    this.#paged = paged as unknown as Paged<Cursor | number>
    return `${paged.id}.1`
  }

  #page(index: number): string[] {
    const { id, starts, page } = this.#paged!
    const { lines, next } = page(starts[index]!, `${id}.${index + 2}`)
    if (next !== undefined && index + 1 === starts.length && starts.length < PAGES_KEPT) starts.push(next)
    return lines
  }
}
