import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderStates } from './options'
import { productForm } from './product-fields'
import {
  invoiceLine,
  itemName,
  mayBePacked,
  mayCancelOrder,
  orderNumber,
  rateText,
  taxByRate,
  totalPaise,
  unitPricePaise,
} from './rules'

const item = { name: 'Shirt', label: 'M', hsnCode: '6205' }

describe('invoice tax', () => {
  it('calculates the tax included in a price: ₹118 at 18 % are ₹100 and ₹18', () => {
    const line = invoiceLine({ ...item, quantity: 1, unitPricePaise: 118_00, taxBasisPoints: 1800 })
    expect(line).toMatchObject({ amountPaise: 118_00, taxablePaise: 100_00, taxPaise: 18_00 })
    expect(taxByRate([line])).toEqual([
      { taxBasisPoints: 1800, taxablePaise: 100_00, cgstPaise: 9_00, sgstPaise: 9_00 },
    ])
  })

  it('splits the tax of all lines of a rate into halves, and gives an odd paisa to the state', () => {
    // Prices of 20, 7 and 33 paise include 3, 1 and 5 paise of tax at 18 %: an odd sum for one line and for all three.
    const sold = (unitPricePaise: number) => invoiceLine({ ...item, quantity: 1, unitPricePaise, taxBasisPoints: 1800 })
    const halves = (...prices: number[]) =>
      taxByRate(prices.map(sold)).map(({ cgstPaise, sgstPaise }) => [cgstPaise, sgstPaise])
    expect(halves(20)).toEqual([[1, 2]])
    expect(halves(7)).toEqual([[0, 1]])
    expect(halves(20, 7)).toEqual([[2, 2]])
    expect(halves(20, 7, 33)).toEqual([[4, 5]])
  })

  it('groups tax by rate, lowest first', () => {
    const rates = [1800, 500, 0, 1200, 500].map((taxBasisPoints) =>
      invoiceLine({ ...item, quantity: 1, unitPricePaise: 100_00, taxBasisPoints }),
    )
    expect(taxByRate(rates).map((rate) => rate.taxBasisPoints)).toEqual([0, 500, 1200, 1800])
  })

  it('splits every amount into taxable value, central tax and state tax that add up to the paisa', () => {
    const sold = fc.record({
      quantity: fc.integer({ min: 1, max: 99 }),
      unitPricePaise: fc.integer({ min: 1, max: 10_000_000 }),
      taxBasisPoints: fc.constantFrom(
        ...(productForm.fields.taxBasisPoints.options ?? []).map(({ value }) => Number(value)),
      ),
    })
    fc.assert(
      fc.property(fc.array(sold, { minLength: 1, maxLength: 30 }), (bought) => {
        const lines = bought.map((one) => invoiceLine({ ...item, ...one }))
        const rates = taxByRate(lines)
        const parts = rates.reduce((sum, rate) => sum + rate.taxablePaise + rate.cgstPaise + rate.sgstPaise, 0)
        expect(parts).toBe(totalPaise(bought))
        for (const line of lines) {
          expect(line.taxablePaise + line.taxPaise).toBe(line.amountPaise)
          // Rounded once: the tax is within half a paisa of its exact share.
          const exact = (line.amountPaise * line.taxBasisPoints) / (10_000 + line.taxBasisPoints)
          expect(Math.abs(line.taxPaise - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
        }
        // Central and state tax are equal, or the state gets one paisa more.
        for (const rate of rates) expect([0, 1]).toContain(rate.sgstPaise - rate.cgstPaise)
      }),
    )
  })

  it('formats rates in percent', () => {
    expect([rateText(0), rateText(500), rateText(250)]).toEqual(['0 %', '5 %', '2.5 %'])
  })
})

it('uses the sale price if set, even if it is zero', () => {
  expect(unitPricePaise({ pricePaise: 500_00, salePricePaise: null })).toBe(500_00)
  expect(unitPricePaise({ pricePaise: 500_00, salePricePaise: 400_00 })).toBe(400_00)
  expect(unitPricePaise({ pricePaise: 500_00, salePricePaise: 0 })).toBe(0)
})

it('names an item with its size, and numbers an order like a receipt', () => {
  expect([itemName({ name: 'Shirt', label: 'M' }), itemName({ name: 'Bottle', label: '' })]).toEqual([
    'Shirt (M)',
    'Bottle',
  ])
  expect(orderNumber({ financialYear: '2026-27', number: 12 })).toBe('2026-27/000012')
})

it('allows packing after payment, or before payment for cash on delivery', () => {
  const packed = (method: 'razorpay' | 'cod') => orderStates.filter((state) => mayBePacked({ method, state }))
  expect(packed('razorpay')).toEqual(['paid'])
  expect([...packed('cod')].sort()).toEqual(['paid', 'placed'])
})

it('lets the office cancel an order until handover, and student or expiry only before payment and packing', () => {
  const open = orderStates.filter((state) => state !== 'handed_over' && state !== 'cancelled')
  expect(orderStates.filter((state) => mayCancelOrder(state, 'office'))).toEqual(open)
  expect(open.length).toBeGreaterThan(2)
  for (const by of ['student', 'expiry'] as const)
    expect(orderStates.filter((state) => mayCancelOrder(state, by))).toEqual(['placed'])
})
