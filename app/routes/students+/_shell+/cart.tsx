import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { cartHeader } from '~/http/cart.server'
import { pageTitle, paths } from '~/http/paths'
import { anyone, readForm, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { maxQuantity } from '~/models/money/shop/options'
import { type CartLine, maxOf, type PricedCartLine, typedQuantity } from '~/models/money/shop/orders/cart-rules'
import { itemName, linePaise, totalPaise } from '~/models/money/shop/rules'
import { priceCart } from '~/models/money/shop/store-queries.server'
import { CartForm, CartPages } from './__cart-form'
import { visitStore } from './__store.server'

export const handle = pageTitle(() => m.shop_cart_title(), { hasForm: true })

/** Lines of the cart at today's prices. Removes lines that the store no longer sells, with a message. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { school, lines, foreign } = await visitStore(context, request)
  const sold = school ? await priceCart(anyone(), school.id, lines) : []
  const dropped = lines.length - sold.length + foreign
  const view = {
    dropped,
    totalPaise: totalPaise(sold),
    lines: sold.map(({ variantId: id, taxBasisPoints: _tax, stock, ...line }) => ({
      id,
      ...line,
      linePaise: linePaise(line),
      max: maxOf(stock),
    })),
  }
  if (dropped === 0 || !school) return view
  return data(view, { headers: await cartHeader({ school: school.publicId, lines: sold }) })
}

export async function action({ context, request }: ActionFunctionArgs) {
  const changed = await changeCart(context, request)
  return 'answer' in changed ? changed.answer : data(changed.trouble, { status: 422 })
}

/**
 * Handles the one form of the cart: quantities as typed, or removal of one line or all. `take` sets a line to the
 * largest available quantity, `checkout` saves the cart and continues to checkout.
 */
async function changeCart(context: object, request: Request) {
  const form = await readForm(request)
  const { school, lines } = await visitStore(context, request)
  if (!school) return { answer: seeOther(paths.student.cart) }
  const sold = await priceCart(anyone(), school.id, lines)
  const save = async (remainingLines: readonly CartLine[], to: string = paths.student.cart) => ({
    answer: seeOther(to, await cartHeader({ school: school.publicId, lines: [...remainingLines] })),
  })
  if (form.has('clear')) return save([])
  const removed = form.get('remove')
  const takenVariantId = form.get('take')
  const checkedLines = sold
    .filter((line) => line.variantId !== removed)
    .map((line) => quantityOf(line, form, takenVariantId))
  const wrong = checkedLines.flatMap(({ line, message }) =>
    message === null ? [] : [{ id: `qty-${line.variantId}`, name: itemName(line), message }],
  )
  // Removing a line, or taking its largest quantity, succeeds even if another line is invalid.
  const isOneLine = removed !== null || takenVariantId !== null
  if (wrong.length > 0 && !isOneLine) {
    return {
      trouble: { wrong, typed: Object.fromEntries(checkedLines.map(({ line, typed }) => [line.variantId, typed])) },
    }
  }
  const updatedLines = checkedLines.map(({ line, quantity, message }) => ({
    variantId: line.variantId,
    quantity: message === null ? quantity : line.quantity,
  }))
  return save(updatedLines, form.has('checkout') ? paths.student.checkout : paths.student.cart)
}

function quantityOf(line: PricedCartLine, form: FormData, takenVariantId: FormDataEntryValue | null) {
  const max = maxOf(line.stock)
  if (takenVariantId === line.variantId && max > 0) return { line, typed: String(max), quantity: max, message: null }
  const field = form.get(`qty-${line.variantId}`)
  const typedText = typeof field === 'string' ? field.slice(0, 20) : String(line.quantity)
  const quantity = typedQuantity(typedText)
  return { line, typed: typedText, quantity: quantity ?? line.quantity, message: faultOf(quantity, line.stock) }
}

function faultOf(quantity: number | null, stock: number): string | null {
  if (quantity === null) return m.shop_quantity_wrong()
  if (stock === 0) return m.shop_quantity_none()
  if (quantity <= maxOf(stock)) return null
  return stock < maxQuantity ? m.shop_quantity_left({ count: stock }) : m.shop_quantity_most({ count: maxQuantity })
}

/** Reloads the store's current state even after a refusal (422). */
export const shouldRevalidate = () => true

export default function CartPage() {
  const { dropped, lines, totalPaise: total } = useLoaderData<typeof loader>()
  const trouble = useActionData<typeof action>()
  return (
    <CartPages title={m.shop_cart_title()} dropped={dropped} isEmpty={lines.length === 0}>
      <CartForm lines={lines} totalPaise={total} trouble={trouble} />
    </CartPages>
  )
}
