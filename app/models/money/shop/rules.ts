import { roundFraction } from '~/models/core/shared/fraction'
import type { Canceller, OrderMethod, OrderState } from './options'
import type { InvoiceLine } from './orders/invoice-view'

/** Current price of one piece in paise, including tax: the sale price if set. */
export function unitPricePaise(product: { pricePaise: number; salePricePaise: number | null }): number {
  return product.salePricePaise ?? product.pricePaise
}

export interface PricedLine {
  unitPricePaise: number
  quantity: number
}

/** Price of a line in paise, including tax. */
export function linePaise(line: PricedLine): number {
  return line.unitPricePaise * line.quantity
}

/** Total of all lines in paise, including tax. */
export function totalPaise(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, line) => sum + linePaise(line), 0)
}

/** Tax included in an amount, rounded once to the paisa; `basisPoints` are hundredths of a percent (1800: 18 %). */
export function taxWithinPaise(amountPaise: number, basisPoints: number): number {
  return amountPaise - roundFraction(BigInt(amountPaise) * 10_000n, BigInt(10_000 + basisPoints))
}

export function itemName({ name, label }: { name: string; label: string }): string {
  return label === '' ? name : `${name} (${label})`
}

/** Formats order and invoice numbers like receipts: `2026-27/000012`. */
export function orderNumber(order: { financialYear: string; number: number }): string {
  return `${order.financialYear}/${String(order.number).padStart(6, '0')}`
}

/** An online order must be paid before packing; a cash on delivery order need not be. */
export function mayBePacked(order: { method: OrderMethod; state: OrderState }): boolean {
  return order.state === 'paid' || (order.method === 'cod' && order.state === 'placed')
}

/**
 * Returns true when the canceller may cancel an order in this state. The office may cancel any order before handover; a
 * student or the expiry only an order that is neither paid nor packed. After handover the goods are returned in person.
 */
export function mayCancelOrder(state: OrderState, canceller: Canceller): boolean {
  return canceller === 'office' ? state !== 'handed_over' && state !== 'cancelled' : state === 'placed'
}

export interface TaxOfRate {
  /** Hundredths of a percent. */
  taxBasisPoints: number
  taxablePaise: number
  /** Central and state tax, half each; an odd paisa goes to the state. */
  cgstPaise: number
  sgstPaise: number
}

/** Invoice line with the included tax, rounded once: taxable value and tax add up to the amount. */
export function invoiceLine(item: Omit<InvoiceLine, 'amountPaise' | 'taxablePaise' | 'taxPaise'>): InvoiceLine {
  const amountPaise = linePaise(item)
  const taxPaise = taxWithinPaise(amountPaise, item.taxBasisPoints)
  return { ...item, amountPaise, taxablePaise: amountPaise - taxPaise, taxPaise }
}

/**
 * Tax of an invoice by rate, lowest first, summed over its lines to the paisa. Always central and state tax, never
 * integrated tax, because a sale at school is within one state.
 */
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

export function rateText(basisPoints: number): string {
  return `${basisPoints / 100} %`
}
