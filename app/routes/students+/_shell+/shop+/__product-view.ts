import { paths } from '~/http/paths'
import { pressedText } from '~/models/shop/cart-rules'
import type { StoreProduct } from '~/models/shop/store-queries.server'

export type ProductView = ReturnType<typeof productView>

/** From here on a size says how many are left. */
const few = 5

/** A product as a card of the store shows it: `pressed` is what its buttons send, the product with the price that is shown. */
export function productView(product: StoreProduct) {
  const { publicId, name, pricePaise, salePricePaise, pictureKey, variants } = product
  return {
    id: publicId,
    name,
    pricePaise,
    salePricePaise,
    pressed: pressedText(product),
    picture: pictureKey && paths.file(pictureKey),
    sizes: variants.map((one) => ({
      id: one.publicId,
      label: one.label,
      // 0: sold out; null: plenty.
      left: one.stock > few ? null : one.stock,
    })),
  }
}
