import { expect, it } from 'vitest'
import { formOf, viewOf } from '../../../page-agent/group/address.ts'

const origin = 'http://shop.example'

it.each([
  ['http://shop.example/topic/12-glue', 'http://shop.example/topic/98-saws', true],
  ['http://shop.example/topic/12', 'http://shop.example/member/12', false],
  ['http://shop.example/topic/12', 'http://shop.example/topic/12#last', false],
  ['http://shop.example/item?id=4', 'http://shop.example/item?id=5', true],
  ['http://shop.example/item?id=4', 'http://shop.example/item?id=4&action=buy', false],
  ['http://shop.example/j/1', 'http://shop.example/j/1.pdf', false],
  ['http://shop.example/#lamp/Brass', 'http://shop.example/#lamp/Salt', true],
  ['http://shop.example/#lamp/Brass', 'http://shop.example/#reviews/Brass', false],
  ['http://shop.example/#/item/3', 'http://shop.example/#/item/4', true],
  ['http://one.example/', 'http://two.example/', true],
  ['http://one.example/', 'http://shop.example/', false],
])('%s and %s lead to one kind of page: %s', (one, other, same) => {
  expect(formOf(one, origin) === formOf(other, origin)).toBe(same)
})

it.each([
  ['http://shop.example/#top', 'http://shop.example/'],
  ['http://shop.example/#', 'http://shop.example/'],
  ['http://shop.example/#parts', 'http://shop.example/'],
  ['http://shop.example/#old%20parts', 'http://shop.example/'],
  ['http://shop.example/#lamp-3', 'http://shop.example/#lamp-3'],
  ['http://shop.example/#lamp/Brass', 'http://shop.example/#lamp/Brass'],
  ['http://shop.example/app#!/lamp', 'http://shop.example/app#!/lamp'],
  ['http://shop.example/other#lamp-3', 'http://shop.example/other'],
])('%s leads to the view %s', (href, view) => {
  document.body.innerHTML = '<a href="">Link</a><h2 id="parts">Parts</h2><a name="old parts"></a>'
  expect(viewOf(href, document.querySelector('a')!, 'http://shop.example/')).toBe(view)
})
