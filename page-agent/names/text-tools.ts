/** White space as a reader sees it: runs are one space, a no-break space included. */
export const collapse = (text: string): string => (UNEVEN.test(text) ? text.replace(/\s+/g, ' ') : text).trim()

/** Any white space but single spaces: most texts have none. */
const UNEVEN = /[^\S ]| {2}/

/** Characters of an element's text that are looked at: a text node can hold megabytes. */
export const MAX_TEXT = 10_000

export const textOf = (element: Element): string => collapse((element.textContent ?? '').slice(0, MAX_TEXT))
