import { type ParsedAnswer, type ParsedElement, parseAnswer } from '../support/answer-parser.ts'
import { needle, type Sought, sameName, sameRole, type TaskBrowser } from './browser.ts'
import type { ToolServer } from './client.ts'

/** After these a fresh look gives a ref that works. */
const LOOK_AGAIN = new Set(['BROWSER_REF_UNKNOWN', 'BROWSER_TARGET_STALE', 'BROWSER_OBSERVATION_SUPERSEDED'])

/** How often an agent looks again for one action before it gives up. */
const LOOKS = 3

/** Acts by what the answers say, and by nothing else: it knows an element once an answer has shown it. */
export class OurBrowser implements TaskBrowser {
  readonly #server: ToolServer
  #known = new Map<string, ParsedElement>()
  #last: ParsedAnswer | undefined

  constructor(server: ToolServer) {
    this.#server = server
  }

  async open(url: string) {
    await this.#call('browser_open', { url })
  }

  async click(on: Sought, how: { double?: boolean; button?: 'right' } = {}) {
    await this.#upon(on, (target) => this.#call('browser_click', { target, ...how }))
  }

  async clickRefused(on: Sought) {
    const { failure } = await this.#try('browser_click', { target: (await this.#locate(on)).ref })
    if (failure?.code !== 'BROWSER_POLICY_DENIED') throw new Error(`not refused: ${failure?.code}`)
  }

  async fill(on: Sought, value: string, submit?: boolean) {
    await this.#upon(on, (target) => this.#call('browser_fill', { target, value, ...(submit ? { submit } : {}) }))
  }

  async fillForm(fields: readonly [Sought, string][]) {
    const placed = []
    for (const [on, value] of fields) placed.push({ target: (await this.#locate(on)).ref, value })
    await this.#call('browser_fill_form', { fields: placed })
  }

  async select(on: Sought, options: readonly string[]) {
    await this.#upon(on, (target) => this.#call('browser_select', { target, options }))
  }

  async check(on: Sought) {
    await this.#upon(on, (target) => this.#call('browser_check', { target }))
  }

  async press(key: string, on?: Sought) {
    if (on) await this.#upon(on, (target) => this.#call('browser_press', { key, target }))
    else await this.#call('browser_press', { key })
  }

  async hover(on: Sought) {
    await this.#upon(on, (target) => this.#call('browser_hover', { target }))
  }

  async drag(from: Sought, to: Sought) {
    const [target, onto] = [await this.#locate(from), await this.#locate(to)]
    await this.#call('browser_drag', { target: target.ref, to: onto.ref })
  }

  async scrollToEnd() {
    await this.#call('browser_scroll', { to: 'bottom' })
  }

  async waitFor(text: string) {
    await this.#call('browser_wait', { text })
  }

  async dialog(accept: boolean, text?: string) {
    await this.#call('browser_dialog', { accept, ...(text === undefined ? {} : { text }) })
  }

  async selectTab(title: string) {
    const listed = await this.#call('browser_tabs', { do: 'list' })
    const tab = [...listed.facts, ...listed.said]
      .find((line) => line.startsWith('tab ') && line.includes(`"${title}"`))
      ?.split(' ')[1]
    if (!tab) throw new Error(`no tab ${title}`)
    await this.#call('browser_tabs', { do: 'select', tab })
  }

  async read(text: string, pattern: RegExp) {
    const said = ({ text, added, facts, elements }: ParsedAnswer) =>
      [...added, ...text, ...facts, ...elements.map(({ name }) => name)]
        .map((line) => pattern.exec(line)?.[0])
        .find((found) => found !== undefined)
    const found = (this.#last && said(this.#last)) ?? said(await this.#call('browser_find', { text }))
    if (found === undefined) throw new Error(`not read: ${pattern}`)
    return found
  }

  async #upon(on: Sought, act: (ref: string) => Promise<unknown>) {
    for (let looks = 0; ; looks++) {
      try {
        await act((await this.#locate(on)).ref)
        return
      } catch (error) {
        if (!(error instanceof ToolError) || !LOOK_AGAIN.has(error.code) || looks === LOOKS) throw error
        this.#known.clear()
        await this.#call('browser_observe', {})
      }
    }
  }

  async #locate(on: Sought): Promise<ParsedElement> {
    const known = this.#choose(on)
    if (known) return known
    await this.#call('browser_find', {
      text: on.within ?? needle(on.name),
      ...(on.within || on.role.includes('|') ? {} : { role: on.role }),
    })
    const found = this.#choose(on)
    if (found) return found
    throw new Error(`not found: ${on.role} ${on.name}`)
  }

  #choose({ role, name, within }: Sought): ParsedElement | undefined {
    const all = [...this.#known.values()]
    const groups =
      within === undefined
        ? undefined
        : new Set(all.filter((one) => one.name === within).map(({ group }) => group ?? '-'))
    return all.find(
      (one) => sameRole(role, one.role) && sameName(name, one.name) && (!groups || groups.has(one.group ?? '')),
    )
  }

  async #call(name: string, args: Record<string, unknown>): Promise<ParsedAnswer> {
    const answer = await this.#try(name, args)
    if (answer.failure) throw new ToolError(answer.failure.code, answer.said.join(' '))
    return answer
  }

  async #try(name: string, args: Record<string, unknown>): Promise<ParsedAnswer> {
    const { text } = await this.#server.call(name, args)
    const answer = parseAnswer(text)
    // A page shown anew has a head; what was known of the one before is gone.
    if (answer.said[0]?.endsWith(': navigated') || name === 'browser_open') this.#known.clear()
    for (const ref of answer.gone) this.#known.delete(ref)
    for (const element of answer.elements) this.#known.set(element.ref, element)
    this.#last = answer
    return answer
  }
}

class ToolError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}
