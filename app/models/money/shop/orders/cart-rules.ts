import { latinDigits } from '~/language/language'
import { maxQuantity, minQuantity } from '../options'
import { type PricedLine, unitPricePaise } from '../rules'

/** Cart line in the browser before ordering: a variant's public id and a quantity, never a price. */
export interface CartLine {
  variantId: string
  quantity: number
}

export interface PricedCartLine extends CartLine, PricedLine {
  productId: string
  name: string
  /** Size; '' for a product without sizes. */
  label: string
  taxBasisPoints: number
  /** Pieces available for sale. */
  stock: number
}

/**
 * Parses a typed quantity with the digits of any language: empty and anything below 1 becomes 1 (student portal
 * specification, section 4). Null for anything but a whole number.
 */
export function typedQuantity(text: string): number | null {
  const latin = latinDigits(text.trim())
  if (latin === '') return minQuantity
  if (!/^[+-]?\d{1,12}(?:\.0+)?(?:e\d{1,2})?$/i.test(latin)) return null
  return Math.max(minQuantity, Number(latin))
}

export function maxOf(stock: number): number {
  return Math.min(stock, maxQuantity)
}

/**
 * Adds to the cart; adding a variant that is already there increases its quantity (student portal specification,
 * section 4).
 */
export function withMore(lines: readonly CartLine[], variantId: string, quantity: number): CartLine[] {
  const isInCart = lines.some((line) => line.variantId === variantId)
  if (!isInCart) return [...lines, { variantId, quantity }]
  return lines.map((line) => (line.variantId === variantId ? { variantId, quantity: line.quantity + quantity } : line))
}

export interface ShownLine extends CartLine {
  unitPricePaise: number
}

/** Serializes the shown lines for a hidden field: `id:quantity:paise id:quantity:paise`. */
export function shownLinesText(lines: ReadonlyArray<CartLine & PricedLine>): string {
  return lines.map((line) => `${line.variantId}:${line.quantity}:${line.unitPricePaise}`).join(' ')
}

export function parseShownLines(text: string): ShownLine[] | null {
  const lines = text.split(' ').map((part) => /^([2-9b-z]{12}):(\d{1,3}):(\d{1,12})$/.exec(part))
  if (lines.some((line) => line === null)) return null
  return lines.map((line) => ({
    variantId: line?.[1] ?? '',
    quantity: Number(line?.[2]),
    unitPricePaise: Number(line?.[3]),
  }))
}

export type CartChange =
  | { kind: 'price'; name: string; label: string; fromPaise: number; toPaise: number }
  | { kind: 'stock'; name: string; label: string; left: number }
  | { kind: 'lines' }

/** Lists the changes since the page was shown: prices first, then insufficient stock, then changed lines. */
export function changesSince(shownLines: readonly ShownLine[], now: readonly PricedCartLine[]): CartChange[] {
  const before = new Map(shownLines.map((line) => [line.variantId, line]))
  const prices = now.flatMap((line): CartChange[] => {
    const fromPaise = before.get(line.variantId)?.unitPricePaise ?? line.unitPricePaise
    const { name, label, unitPricePaise: toPaise } = line
    return fromPaise === toPaise ? [] : [{ kind: 'price', name, label, fromPaise, toPaise }]
  })
  const stock = now.flatMap((line): CartChange[] =>
    line.quantity > line.stock ? [{ kind: 'stock', name: line.name, label: line.label, left: line.stock }] : [],
  )
  const same =
    shownLines.length === now.length && now.every((line) => before.get(line.variantId)?.quantity === line.quantity)
  return [...prices, ...stock, ...(same ? [] : [{ kind: 'lines' as const }])]
}

/** Value of a button in the grid: product id and price shown, `id:paise`. */
export function buttonValue(product: { publicId: string; pricePaise: number; salePricePaise: number | null }): string {
  return `${product.publicId}:${unitPricePaise(product)}`
}

export function parseButtonValue(text: string): { productId: string; unitPricePaise: number } | null {
  const match = /^([2-9b-z]{12}):(\d{1,12})$/.exec(text)
  return match ? { productId: match[1] ?? '', unitPricePaise: Number(match[2]) } : null
}
