/** An element as a person would point at it: a role, a name, and, among its like, the record it is in. */
export interface Sought {
  /** Several, parted by `|`, where the two tool sets call the same thing differently. */
  role: string
  name: string | RegExp
  within?: string
}

/** What both agents under comparison can do, each with its own tools; elements are known from answers alone. */
export interface TaskBrowser {
  open(url: string): Promise<void>
  click(on: Sought, how?: { double?: boolean; button?: 'right' }): Promise<void>
  /** The call must be refused. */
  clickRefused(on: Sought): Promise<void>
  fill(on: Sought, value: string, submit?: boolean): Promise<void>
  fillForm(fields: readonly [Sought, string][]): Promise<void>
  select(on: Sought, options: readonly string[]): Promise<void>
  check(on: Sought): Promise<void>
  press(key: string, on?: Sought): Promise<void>
  hover(on: Sought): Promise<void>
  drag(from: Sought, to: Sought): Promise<void>
  scrollToEnd(): Promise<void>
  waitFor(text: string): Promise<void>
  dialog(accept: boolean, text?: string): Promise<void>
  selectTab(title: string): Promise<void>
  /** The first match in what the page says, looked for by a piece of text. */
  read(text: string, pattern: RegExp): Promise<string>
}

export interface Cost {
  calls: number
  /** Characters of arguments and answers. */
  characters: number
  /** Milliseconds in which the calls ran. */
  ms: number
}

export const sameRole = (wanted: string, role: string) => wanted.split('|').includes(role)
export const sameName = (wanted: string | RegExp, name: string) =>
  typeof wanted === 'string' ? wanted === name : wanted.test(name)
export const needle = (wanted: string | RegExp) =>
  typeof wanted === 'string' ? wanted : wanted.source.replace(/[\\^$.*+?()[\]{}|]/g, ' ').trim()
