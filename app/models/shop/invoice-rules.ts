import type { InvoiceLine } from './invoice-view'
import { linePaise, taxWithinPaise } from './rules'

export interface TaxOfRate {
  /** Hundredths of a percent. */
  taxBasisPoints: number
  taxablePaise: number
  /** Central and state tax, a half each; an odd paisa is the state's. */
  cgstPaise: number
  sgstPaise: number
}

/** A line with the tax that its price includes, rounded once: taxable value and tax sum to the amount. */
export function invoiceLine(item: Omit<InvoiceLine, 'amountPaise' | 'taxablePaise' | 'taxPaise'>): InvoiceLine {
  const amountPaise = linePaise(item)
  const taxPaise = taxWithinPaise(amountPaise, item.taxBasisPoints)
  return { ...item, amountPaise, taxablePaise: amountPaise - taxPaise, taxPaise }
}

/** The tax of an invoice by its rates, the lowest first; sums are those of the lines, to the paisa. A sale at school is within one state. */
export function taxByRate(
  lines: ReadonlyArray<Pick<InvoiceLine, 'taxBasisPoints' | 'taxablePaise' | 'taxPaise'>>,
): TaxOfRate[] {
  const rates = new Map<number, { taxablePaise: number; taxPaise: number }>()
  for (const line of lines) {
    const sum = rates.get(line.taxBasisPoints) ?? { taxablePaise: 0, taxPaise: 0 }
    sum.taxablePaise += line.taxablePaise
    sum.taxPaise += line.taxPaise
    rates.set(line.taxBasisPoints, sum)
  }
  return [...rates]
    .sort(([one], [other]) => one - other)
    .map(([taxBasisPoints, { taxablePaise, taxPaise }]) => {
      const cgstPaise = Math.floor(taxPaise / 2)
      return { taxBasisPoints, taxablePaise, cgstPaise, sgstPaise: taxPaise - cgstPaise }
    })
}

/** `18 %`, `2.5 %`: a rate in hundredths of a percent as people read it. */
export function rateText(basisPoints: number): string {
  return `${basisPoints / 100} %`
}
