import { latinDigits } from '~/models/shared/money'
import { maxQuantity, minQuantity } from './options'
import { type PricedLine, unitPricePaise } from './rules'

/** What a browser carries about before it orders: a variant's public id and how many. Prices are never in it. */
export interface CartLine {
  variantId: string
  quantity: number
}

/** A line with what the store says about it now. */
export interface PricedCartLine extends CartLine, PricedLine {
  productId: string
  name: string
  /** The size; '' where the product has none. */
  label: string
  taxBasisPoints: number
  /** How many can still be sold. */
  stock: number
}

/**
 * A quantity as it was typed, with Latin, Hindi or Gujarati digits: empty and anything below 1 becomes 1 (SP section 4). Null for what is
 * no whole number.
 */
export function typedQuantity(text: string): number | null {
  const latin = latinDigits(text.trim())
  if (latin === '') return minQuantity
  if (!/^[+-]?\d{1,12}(?:\.0+)?(?:e\d{1,2})?$/i.test(latin)) return null
  return Math.max(minQuantity, Number(latin))
}

/** The most that one may have of a variant. */
export function maxOf(stock: number): number {
  return Math.min(stock, maxQuantity)
}

/** The cart with so many more of a variant: adding one that is there already adds to its quantity (SP section 4). */
export function withMore(lines: readonly CartLine[], variantId: string, quantity: number): CartLine[] {
  const there = lines.some((line) => line.variantId === variantId)
  if (!there) return [...lines, { variantId, quantity }]
  return lines.map((line) => (line.variantId === variantId ? { variantId, quantity: line.quantity + quantity } : line))
}

/** A line as the reader of a form saw it. */
export interface SeenLine extends CartLine {
  unitPricePaise: number
}

/** What was seen, as a hidden field carries it: `id:quantity:paise id:quantity:paise`. */
export function seenText(lines: ReadonlyArray<CartLine & PricedLine>): string {
  return lines.map((line) => `${line.variantId}:${line.quantity}:${line.unitPricePaise}`).join(' ')
}

/** Null for what no form of ours says. */
export function parseSeen(text: string): SeenLine[] | null {
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

/** What is not any more as it was seen: prices first, then what is not left in this quantity, then lines that came, went or grew. */
export function changesSince(seen: readonly SeenLine[], now: readonly PricedCartLine[]): CartChange[] {
  const before = new Map(seen.map((line) => [line.variantId, line]))
  const prices = now.flatMap((line): CartChange[] => {
    const fromPaise = before.get(line.variantId)?.unitPricePaise ?? line.unitPricePaise
    const { name, label, unitPricePaise: toPaise } = line
    return fromPaise === toPaise ? [] : [{ kind: 'price', name, label, fromPaise, toPaise }]
  })
  const stock = now.flatMap((line): CartChange[] =>
    line.quantity > line.stock ? [{ kind: 'stock', name: line.name, label: line.label, left: line.stock }] : [],
  )
  const same = seen.length === now.length && now.every((line) => before.get(line.variantId)?.quantity === line.quantity)
  return [...prices, ...stock, ...(same ? [] : [{ kind: 'lines' as const }])]
}

/** A product's price in paise as a button of the grid carries it behind the product's id: `id:paise`. */
export function pressedText(product: { publicId: string; pricePaise: number; salePricePaise: number | null }): string {
  return `${product.publicId}:${unitPricePaise(product)}`
}

/** Null for what no button of ours says. */
export function parsePressed(text: string): { productId: string; unitPricePaise: number } | null {
  const match = /^([2-9b-z]{12}):(\d{1,12})$/.exec(text)
  return match ? { productId: match[1] ?? '', unitPricePaise: Number(match[2]) } : null
}
