import { z } from 'zod'
import type { CartLine } from '~/models/shop/cart-rules'
import { maxLines, maxQuantity } from '~/models/shop/options'
import { signedCookie } from './own-cookies.server'

/** What a browser carries: whose store it looks at, and what it chose there. Prices and stock are the database's. */
export interface Cart {
  /** Public id of the school; null while none was chosen. */
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

/** The browser's cart. One that we did not sign, or that was changed, is an empty one. */
export async function readCart(request: Request): Promise<Cart> {
  const read = schema.safeParse(await cartCookie().parse(request.headers.get('Cookie')))
  if (!read.success) return { school: null, lines: [] }
  const lines = read.data.l.map(([variantId, quantity]) => ({ variantId, quantity }))
  return { school: read.data.s, lines }
}

/** Set-Cookie for what the cart holds now. */
export async function cartHeader({ school, lines }: Cart): Promise<Record<'Set-Cookie', string>> {
  const held = { s: school, l: lines.map(({ variantId, quantity }) => [variantId, quantity]) }
  return { 'Set-Cookie': await cartCookie().serialize(held) }
}

/** Set-Cookie that takes the cart away. */
export function emptiedCartHeader(): Promise<string> {
  return cartCookie().serialize('', { maxAge: 0, expires: new Date(0) })
}

/** How many pieces it holds. */
export function piecesIn(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}
