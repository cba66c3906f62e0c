import { expect, it } from 'vitest'
import { formOf, pageOf } from '../../../page-agent/group/address.ts'

const origin = 'http://shop.example'

it.each([
  ['http://shop.example/topic/12-glue', 'http://shop.example/topic/98-saws', true],
  ['http://shop.example/topic/12', 'http://shop.example/member/12', false],
  ['http://shop.example/topic/12', 'http://shop.example/topic/12#last', false],
  ['http://shop.example/item?id=4', 'http://shop.example/item?id=5', true],
  ['http://shop.example/item?id=4', 'http://shop.example/item?id=4&action=buy', false],
  ['http://shop.example/j/1', 'http://shop.example/j/1.pdf', false],
  ['http://one.example/', 'http://two.example/', true],
  ['http://one.example/', 'http://shop.example/', false],
])('%s and %s lead to one kind of page: %s', (one, other, same) => {
  expect(formOf(one, origin) === formOf(other, origin)).toBe(same)
})

it('knows the page of an address by what comes before its fragment', () => {
  expect(pageOf('http://shop.example/a?b=1#c')).toBe('http://shop.example/a?b=1')
  expect(pageOf('http://shop.example/a')).toBe('http://shop.example/a')
})
