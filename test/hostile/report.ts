import type { Step } from './visit.ts'

/** One line a page: how each call ended and how long it took, the plain page after it included. */
export function report(rows: readonly { name: string; steps: Step[]; plainMs: number }[], replaced: number): string {
  const lines = rows.map(({ name, steps, plainMs }) => {
    const calls = steps.map(({ call, ms, code }) => `${call} ${code ?? 'ok'} ${Math.round(ms)} ms`)
    return `${name}: ${calls.join(', ')}; then ${Math.round(plainMs)} ms`
  })
  return [...lines, `${rows.length} pages, ${replaced} environments replaced`].join('\n')
}
