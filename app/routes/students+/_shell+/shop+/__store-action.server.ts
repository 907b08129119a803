import { createHash } from 'node:crypto'
import { cartHeader } from '~/http/cart.server'
import { paths } from '~/http/paths'
import { anyone, readForm, redirectWithToast, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { maxLines, maxQuantity, type OrderMethod } from '~/models/money/shop/options'
import { maxOf, parseButtonValue, withMore } from '~/models/money/shop/orders/cart-rules'
import { storeFormSchema } from '~/models/money/shop/orders/checkout-schema'
import { itemName, unitPricePaise } from '~/models/money/shop/rules'
import { findStoreProduct, type StoreProduct, type StoreVariant } from '~/models/money/shop/store-queries.server'
import { failedTitle, orderAndLead, refusalWords } from '~/routes/students+/_shell+/__order.server'
import { requireStore, type StoreVisit } from '~/routes/students+/_shell+/__store.server'

/** Reason why a button of the store did nothing; the page shows it with status 422. */
export interface StoreTrouble {
  title: string
  messages: string[]
  /** Product that still needs a size; its select shows the error too. */
  sizeWanted: string | null
  /** True when the school accepts no online payment: the page then shows the specification's text. */
  isOnlineOff: boolean
  /** Selected sizes by product. */
  chosen: Record<string, string>
}

const buttons = ['buy', 'cod', 'add'] as const
type Button = (typeof buttons)[number]

/**
 * Handles a button of the store: adds to the cart, or orders one piece at once. For a visitor, ordering adds the piece
 * to the cart and leads to the checkout, which requires sign-in. `back` is the store page of the button.
 */
export async function pressInStore(context: object, request: Request, back: string) {
  const form = await readForm(request)
  const visit = await requireStore(context, request)
  const selectedSizes = chosenSizes(form)
  const trouble = (title: string, messages: string[], more: Partial<StoreTrouble> = {}) => ({
    trouble: { title, messages, sizeWanted: null, isOnlineOff: false, chosen: selectedSizes, ...more },
  })
  const button = buttons.find((name) => form.has(name))
  const pressed = button && parseButtonValue(String(form.get(button)))
  const key = storeFormSchema.safeParse({ form_key: form.get('form_key') })
  if (!button || !pressed || !key.success) return trouble(m.shop_cart_failed(), [m.payments_form_stale()])
  const title = titleOf(button)
  const product = visit && (await findStoreProduct(anyone(), visit.school.id, pressed.productId))
  if (!visit || !product) return trouble(title, [m.shop_refused_gone()])
  const variant = variantOf(product, selectedSizes[product.publicId])
  if (!variant) return trouble(title, [m.shop_size_choose()], { sizeWanted: product.publicId })
  if (button === 'add' || !visit.student)
    return addToCart(visit, product, variant, button === 'add' ? back : null, trouble)
  const method: OrderMethod = button === 'cod' ? 'cod' : 'razorpay'
  const line = { variantId: variant.publicId, quantity: 1, unitPricePaise: pressed.unitPricePaise }
  const ordered = await orderAndLead(
    visit.student.scope,
    { method, lines: [line], formKey: keyOfPiece(key.data.form_key, variant.publicId, method) },
    { placedTitle: m.shop_placed_cod() },
  )
  if (ordered.ok) return { answer: ordered.answer }
  const now = {
    ...line,
    ...product,
    label: variant.label,
    productId: product.publicId,
    taxBasisPoints: 0,
    stock: variant.stock,
  }
  const words = refusalWords(ordered.reason, [line], [{ ...now, unitPricePaise: unitPricePaise(product) }])
  const again = ordered.reason === 'price-changed' ? [m.shop_change_again()] : []
  return trouble(title, [...words, ...again], { isOnlineOff: ordered.reason === 'not-configured' })
}

function titleOf(button: Button): string {
  return button === 'add' ? m.shop_cart_failed() : failedTitle(button === 'cod' ? 'cod' : 'razorpay')
}

/**
 * Derives an idempotency key per ordered piece, since one form contains many products. A repeated submit gets the same
 * key.
 */
function keyOfPiece(formKey: string, variantId: string, method: OrderMethod): string {
  return createHash('sha256').update(`${formKey} ${variantId} ${method}`).digest('hex').slice(0, 40)
}

const sizeName = /^size-([2-9b-z]{12})$/

function chosenSizes(form: FormData): Record<string, string> {
  const sizes: Record<string, string> = {}
  for (const [name, value] of form) {
    const productId = sizeName.exec(name)?.[1]
    if (productId && typeof value === 'string' && /^[2-9b-z]{12}$/.test(value)) sizes[productId] = value
  }
  return sizes
}

function variantOf(product: StoreProduct, variantId: string | undefined): StoreVariant | undefined {
  const [only, ...others] = product.variants
  return others.length === 0 ? only : product.variants.find((variant) => variant.publicId === variantId)
}

async function addToCart(
  visit: StoreVisit & { school: { publicId: string } },
  product: StoreProduct,
  variant: StoreVariant,
  /** Page to return to; null continues to the checkout. */
  back: string | null,
  trouble: (title: string, messages: string[]) => { trouble: StoreTrouble },
): Promise<{ answer: Response } | { trouble: StoreTrouble }> {
  const name = itemName({ name: product.name, label: variant.label })
  const lines = withMore(visit.lines, variant.publicId, 1)
  const cartQuantity = lines.find((line) => line.variantId === variant.publicId)?.quantity ?? 0
  const max = maxOf(variant.stock)
  // Continuing to the checkout with an unchanged cart is not an error.
  const hasAll = cartQuantity > max && cartQuantity > 1
  if (max === 0) return trouble(m.shop_cart_failed(), [m.shop_change_none({ name })])
  if (hasAll && back !== null) {
    const words = max === maxQuantity ? m.shop_quantity_most : null
    return trouble(m.shop_cart_failed(), [words ? words({ count: max }) : m.shop_cart_all({ name, count: max })])
  }
  if (lines.length > maxLines) return trouble(m.shop_cart_failed(), [m.shop_cart_full({ count: maxLines })])
  const headers = await cartHeader({ school: visit.school.publicId, lines: hasAll ? visit.lines : lines })
  if (back === null) return { answer: seeOther(paths.student.checkout, headers) }
  return { answer: await redirectWithToast(back, { type: 'success', title: m.shop_added(), message: name }, headers) }
}
