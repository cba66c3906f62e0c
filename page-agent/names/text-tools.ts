/** Whitespace as HTML collapses it; a no-break space stays apart in the page and is one space to a reader. */
export const collapse = (text: string): string => text.replace(/[\s\u00a0]+/g, ' ').trim()
