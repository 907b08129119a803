import { z } from 'zod'
import { maxLines, maxQuantity } from '~/models/money/shop/options'
import type { CartLine } from '~/models/money/shop/orders/cart-rules'
import { signedCookie } from './own-cookies.server'

/** Cart cookie: the store being viewed and the chosen items. Prices and stock come from the database. */
export interface Cart {
  /** Public id of the school; null when none is chosen. */
  school: string | null
  lines: CartLine[]
}

const id = z.string().regex(/^[2-9b-z]{12}$/)
const schema = z.object({
  s: id.nullable(),
  l: z.array(z.tuple([id, z.number().int().min(1).max(maxQuantity)])).max(maxLines),
})

const days = 7
const cartCookie = () => signedCookie('cart', 'cart', days * 24 * 3600)

/** Reads the browser's cart. A missing, unsigned or changed cookie returns an empty cart. */
export async function readCart(request: Request): Promise<Cart> {
  const read = schema.safeParse(await cartCookie().parse(request.headers.get('Cookie')))
  if (!read.success) return { school: null, lines: [] }
  const lines = read.data.l.map(([variantId, quantity]) => ({ variantId, quantity }))
  return { school: read.data.s, lines }
}

export async function cartHeader({ school, lines }: Cart): Promise<Record<'Set-Cookie', string>> {
  const cookieValue = { s: school, l: lines.map(({ variantId, quantity }) => [variantId, quantity]) }
  return { 'Set-Cookie': await cartCookie().serialize(cookieValue) }
}

export function emptiedCartHeader(): Promise<string> {
  return cartCookie().serialize('', { maxAge: 0, expires: new Date(0) })
}

export function piecesIn(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}
