/** White space as a reader sees it: runs are one space, a no-break space included. */
export const collapse = (text: string): string => text.replace(/[\s\u00a0]+/g, ' ').trim()

/** Characters of an element's text that are looked at: a text node can hold megabytes. */
const MAX_TEXT = 10_000

export const textOf = (element: Element): string => collapse((element.textContent ?? '').slice(0, MAX_TEXT))
