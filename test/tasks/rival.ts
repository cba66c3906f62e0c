import { needle, type Sought, sameName, sameRole, type TaskBrowser } from './browser.ts'
import type { ToolServer } from './client.ts'

interface Node {
  role: string
  name: string
  ref: string
  depth: number
  parent: Node | undefined
}

/**
 * The same tasks through `@playwright/mcp` as it is set by default. Its answers name a file with the page; an agent without
 * files asks `browser_snapshot` for it. It looks at each new page once, keeps refs while the page stays, and
 * searches with `browser_find` for what an action has brought, before it looks at everything again.
 */
export class RivalBrowser implements TaskBrowser {
  readonly #server: ToolServer
  #nodes: Node[] = []
  #url = ''
  #last = ''

  constructor(server: ToolServer) {
    this.#server = server
  }

  async open(url: string) {
    await this.#call('browser_navigate', { url })
  }

  async click(on: Sought, how: { double?: boolean; button?: 'right' } = {}) {
    await this.#upon(on, (target) =>
      this.#call('browser_click', {
        target,
        ...(how.double ? { doubleClick: true } : {}),
        ...(how.button ? { button: how.button } : {}),
      }),
    )
  }

  /** It opens the chooser; the agent takes that back. */
  async clickRefused(on: Sought) {
    await this.#upon(on, (target) => this.#call('browser_click', { target }))
    await this.#call('browser_file_upload', {})
  }

  async fill(on: Sought, value: string, submit?: boolean) {
    await this.#upon(on, (target) => this.#call('browser_type', { target, text: value, ...(submit ? { submit } : {}) }))
  }

  async fillForm(fields: readonly [Sought, string][]) {
    const placed = []
    for (const [on, value] of fields) {
      const node = await this.#locate(on)
      const type = ['checkbox', 'radio', 'combobox', 'slider'].includes(node.role) ? node.role : 'textbox'
      placed.push({ target: node.ref, name: node.name, type, value })
    }
    await this.#call('browser_fill_form', { fields: placed })
  }

  async select(on: Sought, options: readonly string[]) {
    await this.#upon(on, (target) => this.#call('browser_select_option', { target, values: options }))
  }

  async check(on: Sought) {
    await this.click(on)
  }

  async press(key: string, on?: Sought) {
    // It presses where the focus is.
    if (on) await this.click(on)
    await this.#call('browser_press_key', { key })
  }

  async hover(on: Sought) {
    await this.#upon(on, (target) => this.#call('browser_hover', { target }))
  }

  async drag(from: Sought, to: Sought) {
    const [start, end] = [await this.#locate(from), await this.#locate(to)]
    await this.#call('browser_drag', { startTarget: start.ref, endTarget: end.ref })
  }

  async scrollToEnd() {
    await this.#call('browser_press_key', { key: 'End' })
  }

  async waitFor(text: string) {
    await this.#call('browser_wait_for', { text })
  }

  async dialog(accept: boolean, text?: string) {
    await this.#call('browser_handle_dialog', { accept, ...(text === undefined ? {} : { promptText: text }) })
  }

  async selectTab(title: string) {
    const listed = await this.#call('browser_tabs', { action: 'list' })
    const index = new RegExp(`^- (\\d+):.*\\[${title}\\]`, 'm').exec(listed)?.[1]
    if (index === undefined) throw new Error(`no tab ${title}`)
    await this.#call('browser_tabs', { action: 'select', index: Number(index) })
    this.#nodes = []
  }

  async read(text: string, pattern: RegExp) {
    const found =
      pattern.exec(this.#last)?.[0] ??
      pattern.exec(await this.#call('browser_find', { text }))?.[0] ??
      pattern.exec(await this.#look())?.[0]
    if (found === undefined) throw new Error(`not read: ${pattern}`)
    return found
  }

  async #upon(on: Sought, act: (ref: string) => Promise<unknown>) {
    const { ref } = await this.#locate(on)
    try {
      await act(ref)
    } catch (error) {
      if (!/not found in the current page snapshot|detached|stale/i.test(String(error))) throw error
      await this.#look()
      await act((await this.#locate(on)).ref)
    }
  }

  async #locate(on: Sought): Promise<Node> {
    if (this.#nodes.length === 0) await this.#look()
    const known = this.#choose(on)
    if (known) return known
    this.#learn(await this.#call('browser_find', { text: on.within ?? needle(on.name) }))
    const found = this.#choose(on)
    if (found) return found
    await this.#look()
    const seen = this.#choose(on)
    if (seen) return seen
    throw new Error(`not found: ${on.role} ${on.name}`)
  }

  #choose({ role, name, within }: Sought): Node | undefined {
    return this.#nodes.find((node) => {
      if (!sameRole(role, node.role) || !sameName(name, node.name)) return false
      if (within === undefined) return true
      const record = ancestor(node, 'listitem') ?? ancestor(node, 'row')
      return record !== undefined && this.#nodes.some((other) => other.name === within && isWithin(other, record))
    })
  }

  async #look(): Promise<string> {
    const text = await this.#call('browser_snapshot', {})
    this.#nodes = []
    this.#learn(text)
    return text
  }

  #learn(text: string) {
    const stack: Node[] = []
    for (const line of text.split('\n')) {
      const match = /^(\s*)- '?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?.*?\[ref=(\w+)\](?:[^:]*: (.*))?/.exec(line)
      if (!match) continue
      const [, indent, role, quoted, ref, inner] = match
      const depth = indent!.length
      while (stack.length > 0 && stack.at(-1)!.depth >= depth) stack.pop()
      const name = quoted === undefined ? (inner ?? '') : JSON.parse(`"${quoted}"`)
      const node: Node = { role: role!, name, ref: ref!, depth, parent: stack.at(-1) }
      stack.push(node)
      this.#nodes.push(node)
    }
  }

  async #call(name: string, args: Record<string, unknown>): Promise<string> {
    const { text, isError } = await this.#server.call(name, args)
    if (isError) throw new Error(text)
    const url = /^- Page URL: (.*)$/m.exec(text)?.[1]
    if (url !== undefined && url !== this.#url) {
      this.#url = url
      this.#nodes = []
    }
    this.#last = text
    return text
  }
}

function ancestor(node: Node, role: string): Node | undefined {
  for (let at = node.parent; at; at = at.parent) if (at.role === role) return at
  return undefined
}

function isWithin(node: Node, container: Node): boolean {
  for (let at: Node | undefined = node; at; at = at.parent) if (at.ref === container.ref) return true
  return false
}
