/** Answers kept of one question; more listeners than this say nothing about single elements. */
const MAX_ANSWERS = 20_000

/**
 * Asks the guards of the main world, which saw every `addEventListener`, for the elements that listen for clicks. The
 * question and each answer are events with a secret name, which leave no trace that the page could find by chance.
 */
export function askClickListeners(document: Document, probe: string): ReadonlySet<Element> {
  const found = new Set<Element>()
  const view = document.defaultView
  if (!view) return found
  const answer = (event: Event) => {
    event.stopImmediatePropagation()
    const target = event.composedPath()[0]
    if (target instanceof Element && found.size < MAX_ANSWERS) found.add(target)
  }
  view.addEventListener(`${probe}!`, answer, true)
  try {
    view.performance.dispatchEvent(new Event(`${probe}?`))
  } finally {
    view.removeEventListener(`${probe}!`, answer, true)
  }
  return found
}
