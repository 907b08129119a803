import type { InvoiceLine } from './invoice-view'
import type { Canceller, OrderMethod, OrderState } from './options'

/** What one piece costs now, in paise with tax: the sale price where there is one. */
export function unitPricePaise(product: { pricePaise: number; salePricePaise: number | null }): number {
  return product.salePricePaise ?? product.pricePaise
}

export interface PricedLine {
  unitPricePaise: number
  quantity: number
}

/** What a line costs, in paise with tax. */
export function linePaise(line: PricedLine): number {
  return line.unitPricePaise * line.quantity
}

/** What all lines cost together, in paise with tax. */
export function totalPaise(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, line) => sum + linePaise(line), 0)
}

/** The tax inside an amount that includes it, rounded to the paisa once; `basisPoints` are hundredths of a percent (1800: 18 %). */
export function taxWithinPaise(amountPaise: number, basisPoints: number): number {
  return amountPaise - Math.round((amountPaise * 10_000) / (10_000 + basisPoints))
}

/** `Shirt (M)`, or the name alone where there are no sizes. */
export function itemName({ name, label }: { name: string; label: string }): string {
  return label === '' ? name : `${name} (${label})`
}

/** `2026-27/000012`: how orders and invoices are numbered, as receipts are. */
export function orderNumber(order: { financialYear: string; number: number }): string {
  return `${order.financialYear}/${String(order.number).padStart(6, '0')}`
}

/** An online order is packed once it is paid; one of cash on delivery before. */
export function mayBePacked(order: { method: OrderMethod; state: OrderState }): boolean {
  return order.state === 'paid' || (order.method === 'cod' && order.state === 'placed')
}

/** Whoever got the goods brings them back in person; before, the office may cancel, a student or the clock only what is not paid yet. */
export function mayBeCancelled(state: OrderState, by: Canceller): boolean {
  return by === 'office' ? state !== 'handed_over' && state !== 'cancelled' : state === 'placed'
}

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
