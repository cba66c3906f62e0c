/** Tables of words, written as text: the agent is sent to every page. */

/** The words of a text. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** From each word to what it is listed under. */
export function wordMap<Value extends string>(
  lists: Readonly<Partial<Record<Value, string>>>,
): ReadonlyMap<string, Value> {
  const map = new Map<string, Value>()
  for (const [value, text] of Object.entries<string>(lists as Record<Value, string>))
    for (const word of text.split(' ')) map.set(word, value as Value)
  return map
}
