import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PageWords } from '../../../../host/tools/answer/neutralise.ts'

const words = new PageWords()

describe('one line', () => {
  test.each([
    ['a bidi override', 'pay \u202egnp.exe', 'pay gnp.exe'],
    ['isolates and marks', '\u2066a\u2069\u200e\u200f\u061cb', 'ab'],
    ['controls', 'a\u0000\u0007\u001b[31mb\u009bc', 'a[31mbc'],
    ['tag characters', `ok${'\u{e0041}\u{e0042}'}`, 'ok'],
    ['zero-width space, soft hyphen, byte order mark', 'a\u200bb\u00adc\ufeffd', 'abcd'],
    ['every kind of line break', 'a\nb\r\nc\u2028d\u2029e\u000bf\u0085g', 'a b c d e f g'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ])('%s', (_, page, plain) => expect(words.plain(page)).toBe(plain))

  test.each([
    ['emoji sequences', '👩‍👩‍👧 ok'],
    ['Persian with a non-joiner', 'می‌خواهم'],
    ['Hindi', 'हिन्दी'],
    ['Hebrew and Arabic', 'שלום مرحبا'],
  ])('leaves %s as they are', (_, page) => expect(words.plain(page)).toBe(page))
})

test('a quoted string ends only where the tool ends it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (page) => {
      const quoted = words.quote(page, 1_000)
      expect(quoted).toMatch(/^"(?:[^"\\\n]|\\["\\])*"$/u)
      expect(quoted).not.toContain('\n')
    }),
  )
})

test('every line of page text stands behind a bar', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (parts) => {
      for (const line of words.lines(parts.join('\n')))
        expect(line.split(/[\n\r\u2028\u2029\u0085\u000b\u000c]/u)).toEqual([line])
      for (const line of words.lines(parts.join('\n'))) expect(line.startsWith('| ')).toBe(true)
    }),
  )
})

test('a URL is one word', () => {
  expect(words.url('https://a.example/?q=x y"<z>|')).toBe('https://a.example/?q=x%20y%22%3Cz%3E%7C')
})

describe('secrets', () => {
  const secret = 'p&ss w0rd/é'
  const masking = new PageWords([{ value: secret, label: '[credential shop]' }])

  test.each([
    ['as typed', `you typed ${secret}!`],
    ['with its spaces collapsed', 'you typed p&ss   w0rd/é!'.replace('   ', ' ')],
    ['as a URL component', `/login?p=${encodeURIComponent(secret)}!`],
    ['as a form sends it', `/login?p=${encodeURIComponent(secret).replaceAll('%20', '+')}!`],
    ['as markup', 'p&#38;ss w0rd/é!'],
  ])('are masked %s', (_, page) => {
    const shown = masking.plain(page)
    expect(shown).toContain('[credential shop]')
    expect(shown).not.toContain('w0rd')
  })

  test('are masked where the page cut them', () => {
    expect(masking.plain(`value ${secret.slice(0, 8)}…`)).toBe('value [credential shop]')
  })

  test('in lines and URLs too', () => {
    expect(masking.lines(`a\n${secret}`)).toEqual(['| a', '| [credential shop]'])
    expect(masking.url(`https://a.example/?p=${encodeURIComponent(secret)}`)).not.toContain('w0rd')
  })

  test('a very short one is masked only where it is all there is', () => {
    const pin = new PageWords([{ value: '42', label: '[credential pin]' }])
    expect(pin.plain('42')).toBe('[credential pin]')
    expect(pin.plain('page 42 of 420')).toBe('page 42 of 420')
  })
})
