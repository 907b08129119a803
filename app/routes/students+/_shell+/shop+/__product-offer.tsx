import { SubmitButton } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import type { ProductView } from './__product-view'

type ProductButtonsProps = {
  product: ProductView
  codAllowed: boolean
  /** After a refusal: the selected size, and whether the user still has to select one. */
  chosen?: string
  sizeWanted?: boolean
}

/** Price, size and buttons of a product; the page provides the form around them. */
export function ProductOffer(props: ProductButtonsProps) {
  return (
    <>
      <p>
        <PriceText {...props.product} />
      </p>
      <ProductButtons {...props} />
    </>
  )
}

function ProductButtons({ product, codAllowed, chosen, sizeWanted }: ProductButtonsProps) {
  const { id, name, pressed, sizes } = product
  if (sizes.every((size) => size.left === 0)) {
    return (
      <p className="soft">
        <strong>{m.shop_sold_out()}</strong>
      </p>
    )
  }
  return (
    <>
      {sizes.length > 1 ? (
        <div className="field">
          <select
            className="input"
            id={`size-${id}`}
            name={`size-${id}`}
            aria-label={m.shop_size_of({ name })}
            aria-invalid={sizeWanted || undefined}
            aria-describedby={sizeWanted ? `size-${id}-error` : undefined}
            defaultValue={chosen}
          >
            <option value="">{m.shop_size_choose()}</option>
            {sizes.map((size) => (
              <option key={size.id} value={size.id} disabled={size.left === 0}>
                {sizeText(size)}
              </option>
            ))}
          </select>
          {sizeWanted ? (
            <p className="error" id={`size-${id}-error`}>
              {m.shop_size_choose()}
            </p>
          ) : null}
        </div>
      ) : (
        <p className="soft small">{sizes[0]?.left ? m.shop_left({ count: sizes[0].left }) : m.shop_in_stock()}</p>
      )}
      <SubmitButton name="buy" value={pressed} busyText={m.shop_busy()}>
        {m.shop_buy_now()}
      </SubmitButton>
      {codAllowed ? (
        <SubmitButton variant="secondary" name="cod" value={pressed} busyText={m.shop_busy()}>
          {m.shop_cod()}
        </SubmitButton>
      ) : null}
      <SubmitButton variant="secondary" name="add" value={pressed} busyText={m.shop_busy()}>
        {m.shop_add()}
      </SubmitButton>
    </>
  )
}

function sizeText({ label, left }: ProductView['sizes'][number]): string {
  if (left === 0) return m.shop_size_sold_out({ label })
  return left === null ? label : m.shop_size_left({ label, count: left })
}

/** Price of a product. On sale, both prices are shown with labels, the usual one struck out. */
function PriceText({ pricePaise, salePricePaise }: Pick<ProductView, 'pricePaise' | 'salePricePaise'>) {
  if (salePricePaise === null) return <strong>{formatPaise(pricePaise, { style: 'short' })}</strong>
  return (
    <>
      <span className="small">{m.shop_sale_price()}</span>{' '}
      <strong>{formatPaise(salePricePaise, { style: 'short' })}</strong>{' '}
      <span className="soft small">
        {m.shop_price_before()} <del>{formatPaise(pricePaise, { style: 'short' })}</del>
      </span>
    </>
  )
}
