import { describe, expect, it } from 'vitest'
import {
  buttonValue,
  changesSince,
  maxOf,
  type PricedCartLine,
  parseButtonValue,
  parseShownLines,
  shownLinesText,
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

describe('a typed quantity', () => {
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
    ['+4', 4],
    ['2e1', 20],
    ['2E1', 20],
    ['2.00', 2],
    ['2.', null],
    ['2.0x', null],
    ['x2', null],
    ['2x', null],
    ['१०', 10],
    ['९', 9],
    ['૦', 1],
    ['૯', 9],
    ['123456789012', 123_456_789_012],
    ['1234567890123', null],
    ['9999999999999999', null],
  ])('reads %j as %j', (typed, quantity) => {
    expect(typedQuantity(typed)).toBe(quantity)
  })

  it('is limited to the stock and to 99', () => {
    expect([maxOf(3), maxOf(0), maxOf(500)]).toEqual([3, 0, 99])
  })
})

describe('a cart', () => {
  it('adds the quantity to the line of the same item', () => {
    const one = withMore([], 'shrtshrtshrt', 1)
    expect(one).toEqual([{ variantId: 'shrtshrtshrt', quantity: 1 }])
    expect(withMore(one, 'shrtshrtshrt', 2)).toEqual([{ variantId: 'shrtshrtshrt', quantity: 3 }])
    expect(withMore(one, 'sckssckssck2', 1)).toEqual([...one, { variantId: 'sckssckssck2', quantity: 1 }])
    const two = withMore(one, 'sckssckssck2', 1)
    expect(withMore(two, 'sckssckssck2', 4).map((line) => line.quantity)).toEqual([1, 5])
  })
})

describe('the shown lines', () => {
  it('are the same after they were written into the form and read again', () => {
    expect(parseShownLines(shownLinesText([shirt]))).toEqual([
      { variantId: 'shrtshrtshrt', quantity: 2, unitPricePaise: 400_00 },
    ])
    const lines = [shirt, { ...shirt, variantId: 'sckssckssck2', quantity: 12 }]
    expect(shownLinesText(lines)).toBe('shrtshrtshrt:2:40000 sckssckssck2:12:40000')
    expect(parseShownLines(shownLinesText(lines))?.map((line) => line.quantity)).toEqual([2, 12])
    expect(
      parseButtonValue(buttonValue({ publicId: 'prdctprdctpr', pricePaise: 500_00, salePricePaise: 400_00 })),
    ).toEqual({ productId: 'prdctprdctpr', unitPricePaise: 400_00 })
  })

  it.each([
    '',
    'x',
    'shrtshrtshrt:',
    'shrtshrtshrt:1:-5',
    'shrtshrtshrt:1:5 ',
    'shrtshrtshr:1:5',
    ' shrtshrtshrt:5',
    'xshrtshrtshrt:1:5',
    'shrtshrtshrt:1:5x',
    'shrtshrtshrt:1:5 x',
    'shrtshrtshr1:5',
    'shrtshrtshrt:1234567890123',
    'shrtshrtshrt:1000:5',
  ])('refuses malformed text: %j', (text) => {
    expect(parseShownLines(text)).toBeNull()
    expect(parseButtonValue(text)).toBeNull()
  })

  it('reports changes in price, stock and lines', () => {
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
    expect(changesSince([shirt], [{ ...shirt, stock: 2 }])).toEqual([])
    expect(changesSince([shirt], [])).toEqual([{ kind: 'lines' }])
    const other = { ...shirt, variantId: 'sckssckssck2' }
    expect(changesSince([shirt], [other])).toEqual([{ kind: 'lines' }])
    expect(changesSince([shirt, other], [shirt, { ...other, quantity: 1 }])).toEqual([{ kind: 'lines' }])
  })
})
