import { cartHeader } from '~/http/cart.server'
import { paths } from '~/http/paths'
import { anyone, readForm, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { type CartLine, maxOf, type PricedCartLine, typedQuantity } from '~/models/shop/cart-rules'
import { maxQuantity } from '~/models/shop/options'
import { itemName } from '~/models/shop/rules'
import { priceCart } from '~/models/shop/store-queries.server'
import { visitStore } from './__store.server'

/** What was typed into the cart and is no quantity that can be had, by variant. Nothing of the form is kept then. */
export interface CartTrouble {
  wrong: Array<{ id: string; name: string; message: string }>
  typed: Record<string, string>
}

/**
 * The cart's one form: quantities as typed, or one line or all of them out. `take` gives a line the largest quantity that can be had,
 * `checkout` saves and goes on.
 */
export async function changeCart(context: object, request: Request) {
  const form = await readForm(request)
  const { school, lines } = await visitStore(context, request)
  if (!school) return { answer: seeOther(paths.student.cart) }
  const sold = await priceCart(anyone(), school.id, lines)
  const save = async (kept: readonly CartLine[], to: string = paths.student.cart) => ({
    answer: seeOther(to, await cartHeader({ school: school.publicId, lines: [...kept] })),
  })
  if (form.has('clear')) return save([])
  const removed = form.get('remove')
  const taken = form.get('take')
  const asked = sold.filter((line) => line.variantId !== removed).map((line) => quantityOf(line, form, taken))
  const wrong = asked.flatMap(({ line, message }) =>
    message === null ? [] : [{ id: `qty-${line.variantId}`, name: itemName(line), message }],
  )
  // Taking a line out, or its largest quantity, is done even where another line is not as it should be.
  const isOneLine = removed !== null || taken !== null
  if (wrong.length > 0 && !isOneLine) {
    return { trouble: { wrong, typed: Object.fromEntries(asked.map(({ line, typed }) => [line.variantId, typed])) } }
  }
  const kept = asked.map(({ line, quantity, message }) => ({
    variantId: line.variantId,
    quantity: message === null ? quantity : line.quantity,
  }))
  return save(kept, form.has('checkout') ? paths.student.checkout : paths.student.cart)
}

function quantityOf(line: PricedCartLine, form: FormData, taken: FormDataEntryValue | null) {
  const most = maxOf(line.stock)
  if (taken === line.variantId && most > 0) return { line, typed: String(most), quantity: most, message: null }
  const field = form.get(`qty-${line.variantId}`)
  const typed = typeof field === 'string' ? field.slice(0, 20) : String(line.quantity)
  const quantity = typedQuantity(typed)
  return { line, typed, quantity: quantity ?? line.quantity, message: faultOf(quantity, line.stock) }
}

function faultOf(quantity: number | null, stock: number): string | null {
  if (quantity === null) return m.shop_quantity_wrong()
  if (stock === 0) return m.shop_quantity_none()
  if (quantity <= maxOf(stock)) return null
  return stock < maxQuantity ? m.shop_quantity_left({ count: stock }) : m.shop_quantity_most({ count: maxQuantity })
}
