import { describe, expect, it } from 'vitest'
import { Labels } from '../../../page-agent/dom/labels.ts'

describe('Labels', () => {
  it('gives each control its labels in document order, by address and by nesting', () => {
    document.body.innerHTML =
      '<label for="a" id="one">One</label><label id="two">Two <input id="b"></label><input id="a"><label for="a" id="three"></label>'
    const labels = new Labels()
    const idsOf = (id: string) => labels.of(document.getElementById(id)!).map((label) => label.id)
    expect(idsOf('a')).toEqual(['one', 'three'])
    expect(idsOf('b')).toEqual(['two'])
    expect(idsOf('one')).toEqual([])
  })

  it('keeps one answer for a control, however many controls ask', () => {
    document.body.innerHTML = '<label>A <input></label>'.repeat(50)
    const controls = [...document.querySelectorAll('input')]
    const labels = new Labels()
    const first = labels.of(controls[0]!)
    expect(controls.every((control) => labels.of(control).length === 1)).toBe(true)
    expect(labels.of(controls[0]!)).toBe(first)
  })
})
