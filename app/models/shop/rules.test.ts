import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { taxRates } from './options'
import { invoiceLine, rateText, taxByRate, totalPaise } from './rules'

const item = { name: 'Shirt', label: 'M', hsnCode: '6205' }

describe('the tax of an invoice', () => {
  it('is what the price includes: ₹118 at 18 % are ₹100 and ₹18', () => {
    const line = invoiceLine({ ...item, quantity: 1, unitPricePaise: 118_00, taxBasisPoints: 1800 })
    expect(line).toMatchObject({ amountPaise: 118_00, taxablePaise: 100_00, taxPaise: 18_00 })
    expect(taxByRate([line])).toEqual([
      { taxBasisPoints: 1800, taxablePaise: 100_00, cgstPaise: 9_00, sgstPaise: 9_00 },
    ])
  })

  it('splits every amount so that its parts sum to it, to the paisa', () => {
    const sold = fc.record({
      quantity: fc.integer({ min: 1, max: 99 }),
      unitPricePaise: fc.integer({ min: 1, max: 10_000_000 }),
      taxBasisPoints: fc.constantFrom(...taxRates),
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
        for (const rate of rates) expect(Math.abs(rate.cgstPaise - rate.sgstPaise)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('says rates as people do', () => {
    expect([rateText(0), rateText(500), rateText(250)]).toEqual(['0 %', '5 %', '2.5 %'])
  })
})
