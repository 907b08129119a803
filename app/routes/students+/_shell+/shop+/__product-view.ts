import { paths } from '~/http/paths'
import { pressedText } from '~/models/shop/cart-rules'
import type { Priced } from './__price-text'

/** A product as a card of the store shows it. */
export interface ProductView extends Priced {
  id: string
  name: string
  /** What its buttons send: the product with the price that is shown. */
  pressed: string
  /** The small picture; null where there is none. */
  picture: string | null
  sizes: Array<{
    id: string
    label: string
    /** 0: sold out; null: plenty. */
    left: number | null
  }>
}

/** From here on a size says how many are left. */
const few = 5

export function productView(
  product: Priced & {
    publicId: string
    name: string
    pictureKey: string | null
    variants: ReadonlyArray<{ publicId: string; label: string; stock: number }>
  },
): ProductView {
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
      left: one.stock > few ? null : one.stock,
    })),
  }
}
