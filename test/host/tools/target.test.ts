import { describe, expect, test } from 'vitest'
import { PageWords } from '../../../host/tools/answer/neutralise.ts'
import { TargetError } from '../../../host/tools/failure.ts'
import { matches, onlyOne, parseTarget, type SemanticTarget } from '../../../host/tools/target.ts'
import { element, observation } from '../../support/observations.ts'

describe('a target as a model writes it', () => {
  test.each([
    ['e12', { by: 'ref', ref: 'e12' }],
    [' e12 ', { by: 'ref', ref: 'e12' }],
    ['role=button|Save', { by: 'role', role: 'button', text: 'Save' }],
    ['button|Save', { by: 'role', role: 'button', text: 'Save' }],
    ['Button|"Save all"', { by: 'role', role: 'button', text: 'Save all' }],
    ['role=searchbox', { by: 'role', role: 'searchbox', text: '' }],
    ['label=Email', { by: 'label', text: 'Email' }],
    ['text=a = b | c', { by: 'text', text: 'a = b | c' }],
    ['placeholder=dd/mm', { by: 'placeholder', text: 'dd/mm' }],
    ['testid=buy-1', { by: 'testid', text: 'buy-1' }],
  ])('%s', (written, target) => expect(parseTarget(written)).toEqual(target))

  test('css=#save > b, where it is asked for', () =>
    expect(parseTarget('css= #save > b', true)).toEqual({ by: 'css', selector: '#save > b' }))

  test.each(['', 'Save', '#save', 'css=#save', 'e12x', 'o7'])('%j is refused', (written) => {
    expect(() => parseTarget(written)).toThrow(/is neither a ref/)
  })
})

const page = [
  element('e1', 'link', 'Save'),
  element('e2', 'button', 'Save'),
  element('e3', 'button', 'Save as …'),
  element('e4', 'textbox', 'E-mail', { constraints: { placeholder: 'you@example.org' }, testId: 'mail' }),
  element('e5', 'button', 'Delete'),
  element('e6', 'button', 'Delete'),
  element('e7', 'button', 'Close', { states: { blocked: true } }),
  element('e8', 'button', 'close'),
  element('e9', 'searchbox', 'Ｓｅａｒｃｈ\u00a0site'),
]
const refs = (written: string) => matches(parseTarget(written) as SemanticTarget, page).map(({ ref }) => ref)

describe('what a target matches', () => {
  test.each([
    ['button|Save', ['e2']],
    ['link|save', ['e1']],
    ['button|Save as', ['e3']],
    ['text=Save', ['e1', 'e2']],
    ['field|e-mail', ['e4']],
    ['label=E-mail', ['e4']],
    ['label=Save', []],
    ['placeholder=you@', ['e4']],
    ['testid=mail', ['e4']],
    ['testid=mai', []],
    ['role=textbox', ['e4']],
    ['searchbox|search site', ['e9']],
    ['button|Nothing', []],
  ])('%s', (written, found) => expect(refs(written)).toEqual(found))

  test('what a modal covers is not meant where something else can be', () =>
    expect(refs('button|Close')).toEqual(['e8']))
})

describe('exactly one', () => {
  const words = new PageWords()
  const seen = observation('o3', page)
  const pick = (written: string) => onlyOne(written, matches(parseTarget(written) as SemanticTarget, page), seen, words)
  const fail = (written: string): TargetError => {
    try {
      pick(written)
    } catch (error) {
      if (error instanceof TargetError) return error
    }
    throw new Error('picked')
  }

  test('one is picked', () => expect(pick('button|Save').ref).toBe('e2'))

  test('several are listed with their refs', () => {
    const error = fail('button|Delete')
    expect(error.code).toBe('BROWSER_TARGET_AMBIGUOUS')
    expect(error.candidates).toEqual([
      '--- o3 untrusted page content ---',
      'e5 button "Delete"',
      'e6 button "Delete"',
      '--- end ---',
    ])
  })

  test('none is said', () => expect(fail('button|Nothing').code).toBe('BROWSER_TARGET_NOT_FOUND'))
})
