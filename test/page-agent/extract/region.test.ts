import { describe, expect, it } from 'vitest'
import { extractFrom, show } from './support/page.ts'

describe('regions', () => {
  it('a place beside a table means the smallest part that holds one', () => {
    show(
      '<div><p><a href="/x" id="here">x</a></p><table><tr><th>A</th></tr><tr><td>1</td></tr></table></div>' +
        '<table><tr><th>B</th></tr><tr><td>2</td></tr></table>',
    )
    expect(extractFrom({ kind: 'table' }, '#here').tables.map(({ headers }) => headers)).toEqual([['A']])
  })

  it('a control that names its form from outside means that form', () => {
    show('<form id="f"><input name="a"></form><form><input name="c"></form><p><input id="here" form="f" name="b"></p>')
    const { forms } = extractFrom({ kind: 'forms' }, '#here')
    expect(forms.map(({ fields }) => fields.map(({ name }) => name))).toEqual([['a', 'b']])
  })

  it('microdata is that of the item around', () => {
    show(
      '<div itemscope itemtype="t:A"><b itemprop="n">a</b></div><div itemscope itemtype="t:B"><a href="/b" id="here" itemprop="u">b</a></div>',
    )
    expect(extractFrom({ kind: 'metadata' }, '#here').microdata).toEqual([
      { type: ['t:B'], properties: { u: ['http://fixture.example/b'] } },
    ])
  })

  it('a region that is gone is said to be', () => {
    show('<a href="/" id="here">x</a>')
    expect(() => extractFrom({ kind: 'links', region: 'nowhere' })).toThrow(/not on the page/)
  })

  it('a kind that is none is refused', () => {
    show('<p>x</p>')
    expect(() => extractFrom({ kind: 'constructor' as 'links' })).toThrow(/no extraction of kind/)
  })
})
