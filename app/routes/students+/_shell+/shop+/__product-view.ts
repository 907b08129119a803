import { paths } from '~/http/paths'
import { buttonValue } from '~/models/money/shop/orders/cart-rules'
import type { StoreProduct } from '~/models/money/shop/store-queries.server'

export type ProductView = ReturnType<typeof productView>

/** Largest stock for which a size shows the number left. */
const few = 5

/** Card of a product in the store; its buttons send `pressed`, which names the product and the displayed price. */
export function productView(product: StoreProduct) {
  const { publicId, name, pricePaise, salePricePaise, pictureKey, variants } = product
  return {
    id: publicId,
    name,
    pricePaise,
    salePricePaise,
    pressed: buttonValue(product),
    picture: pictureKey && paths.file(pictureKey),
    sizes: variants.map((one) => ({
      id: one.publicId,
      label: one.label,
      // 0: sold out; null: in good supply.
      left: one.stock > few ? null : one.stock,
    })),
  }
}
