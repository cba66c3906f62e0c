import { describe, expect, it } from 'vitest'
import { Allowance, walk } from '../../../page-agent/extract/walk.ts'
import { plainLayout, show } from './support/page.ts'

const texts = (root: Element, limits = { maxNodes: 10_000, maxMillis: 60_000 }) => {
  const allowance = new Allowance(plainLayout(document), limits)
  const found: string[] = []
  walk(root, allowance, { enter: () => true, text: (data) => data.trim() && found.push(data.trim()) })
  return { found, incomplete: allowance.incomplete }
}

describe('walk', () => {
  it('reads the composed tree: shadow roots for their hosts, slots for what they are given', () => {
    show('<div id="host"><b slot="name">given</b>unslotted</div>')
    const host = document.querySelector('#host')!
    host.attachShadow({ mode: 'open' }).innerHTML =
      'before <slot name="name">fallback</slot><slot name="other">own</slot> after'
    expect(texts(document.body).found).toEqual(['before', 'given', 'own', 'after'])
  })

  it('passes over what is not shown and what is no text', () => {
    show(
      '<p hidden>a</p><p style="visibility:hidden">b<i style="visibility:visible">c</i></p><script>d</script><svg><text>e</text></svg>' +
        '<details><summary>f</summary>g<p>h</p></details><details open><p>i</p></details><textarea>j</textarea>',
    )
    expect(texts(document.body).found).toEqual(['c', 'f', 'i', 'j'])
  })

  it('says that it ran out of nodes', () => {
    show(`<div>${'<p>x</p>'.repeat(50)}</div>`)
    const { found, incomplete } = texts(document.body, { maxNodes: 21, maxMillis: 60_000 })
    // The body, the division, nine paragraphs with their texts, and the tenth without.
    expect(found).toHaveLength(9)
    expect(incomplete).toBe('nodes')
  })

  it('says that it ran out of time', () => {
    show(`<div>${'<p>x</p>'.repeat(400)}</div>`)
    expect(texts(document.body, { maxNodes: 10_000, maxMillis: -1 }).incomplete).toBe('time')
  })

  it('reads a bounded part of an endless text', () => {
    show('<p></p><p>after</p>')
    document.querySelector('p')!.textContent = 'word '.repeat(1_000_000)
    const { found, incomplete } = texts(document.body)
    expect(found[0]!.length).toBeLessThanOrEqual(4_000_000)
    expect(found).toHaveLength(1)
    expect(incomplete).toBe('text')
  })

  it('does not mind how deep a page nests', () => {
    show('<div id="top"></div>')
    let at = document.querySelector('#top')!
    for (let depth = 0; depth < 5_000; depth++) at = at.appendChild(document.createElement('div'))
    at.textContent = 'bottom'
    const allowance = new Allowance(
      { ...plainLayout(document), style: () => ({ display: 'block', visibility: 'visible' }) as never },
      { maxNodes: 10_000, maxMillis: 60_000 },
    )
    const found: string[] = []
    walk(document.body, allowance, { enter: () => true, text: (data) => found.push(data) })
    expect(found).toEqual(['bottom'])
  })
})
