/**
 * What the page says stands between two lines that only the tool can write: inside, a line begins with a ref, a group, a
 * bar or one of the tool's own words, and page-made text is quoted or behind the bar. So no text of a page can end the
 * fence, pose as an element, or speak outside of it.
 */
export const openFence = (observation: string) => `--- ${observation} untrusted page content ---`
export const CLOSE_FENCE = '--- end ---'

export function fenced(observation: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [openFence(observation), ...lines, CLOSE_FENCE]
}
