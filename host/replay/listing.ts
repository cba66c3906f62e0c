import type { Seen } from './page.ts'

/** One line an element, in the order an agent gets it, with all that ranking decided: what a diff should show. */
export function listing(elements: readonly Seen[]): string {
  const lines = elements.map((element) =>
    [
      element.tier,
      element.role,
      JSON.stringify(element.name),
      element.paginationKind ?? (element.pagination ? 'pagination' : ''),
      element.groupKey ?? '',
      element.section === 'main' ? '' : element.section,
      Object.entries(element.states)
        .filter(([state]) => state !== 'offscreen')
        .map(([state, value]) => (value === true ? state : `${state}=${value}`))
        .join(' '),
    ]
      .filter((part) => part !== '')
      .join(' '),
  )
  return `${lines.join('\n')}\n`
}

/** A line diff by longest common subsequence; empty where both are equal. Inputs are bounded by the caller. */
export function diffLines(before: string, after: string): string[] {
  const a = before.trimEnd().split('\n')
  const b = after.trimEnd().split('\n')
  const width = b.length + 1
  const longest = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!)
    }
  }
  const out: string[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i++
      j++
    } else if (j >= b.length || (i < a.length && longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!)) {
      out.push(`- ${a[i++]}`)
    } else {
      out.push(`+ ${b[j++]}`)
    }
  }
  return out
}
