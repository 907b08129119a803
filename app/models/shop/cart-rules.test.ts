import { describe, expect, it } from 'vitest'
import {
  changesSince,
  mostOf,
  type PricedCartLine,
  parsePressed,
  parseSeen,
  pressedText,
  seenText,
  typedQuantity,
  withMore,
} from './cart-rules'

const shirt: PricedCartLine = {
  variantId: 'shrtshrtshrt',
  productId: 'prdctprdctpr',
  name: 'Shirt',
  label: 'M',
  quantity: 2,
  unitPricePaise: 400_00,
  taxBasisPoints: 500,
  stock: 5,
}

describe('a quantity that is typed', () => {
  it.each([
    ['3', 3],
    [' 12 ', 12],
    ['', 1],
    ['0', 1],
    ['-1', 1],
    ['1e9', 1_000_000_000],
    ['५', 5],
    ['૧૨', 12],
    ['2.0', 2],
    ['2.5', null],
    ['two', null],
    ['1e999', null],
    ['9999999999999999', null],
  ])('%j is %j', (typed, quantity) => {
    expect(typedQuantity(typed)).toBe(quantity)
  })

  it('is at most what is left, and 99', () => {
    expect([mostOf(3), mostOf(0), mostOf(500)]).toEqual([3, 0, 99])
  })
})

describe('a cart', () => {
  it('adds to what is there already', () => {
    const one = withMore([], 'shrtshrtshrt', 1)
    expect(one).toEqual([{ variantId: 'shrtshrtshrt', quantity: 1 }])
    expect(withMore(one, 'shrtshrtshrt', 2)).toEqual([{ variantId: 'shrtshrtshrt', quantity: 3 }])
    expect(withMore(one, 'sckssckssck2', 1)).toHaveLength(2)
  })
})

describe('what was seen', () => {
  it('comes back from the form as it went', () => {
    expect(parseSeen(seenText([shirt]))).toEqual([{ variantId: 'shrtshrtshrt', quantity: 2, unitPricePaise: 400_00 }])
    expect(parsePressed(pressedText({ publicId: 'prdctprdctpr', pricePaise: 500_00, salePricePaise: 400_00 }))).toEqual(
      { productId: 'prdctprdctpr', unitPricePaise: 400_00 },
    )
  })

  it.each(['', 'x', 'shrtshrtshrt:', 'shrtshrtshrt:1:-5', 'shrtshrtshrt:1:5 '])('is nothing of ours: %j', (text) => {
    expect(parseSeen(text)).toBeNull()
    expect(parsePressed(text)).toBeNull()
  })

  it('tells prices, what is left, and lines that changed', () => {
    const seen = [{ variantId: 'shrtshrtshrt', quantity: 2, unitPricePaise: 350_00 }]
    expect(changesSince(seen, [shirt])).toEqual([
      { kind: 'price', name: 'Shirt', label: 'M', fromPaise: 350_00, toPaise: 400_00 },
    ])
    expect(changesSince([{ ...shirt }], [{ ...shirt, stock: 1 }])).toEqual([
      { kind: 'stock', name: 'Shirt', label: 'M', left: 1 },
    ])
    expect(changesSince([], [shirt])).toEqual([{ kind: 'lines' }])
    expect(changesSince([{ ...shirt, quantity: 1 }], [shirt])).toEqual([{ kind: 'lines' }])
    expect(changesSince([shirt], [shirt])).toEqual([])
  })
})
