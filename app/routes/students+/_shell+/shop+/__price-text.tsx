import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/shared/money'

export interface Priced {
  pricePaise: number
  salePricePaise: number | null
}

/** What it costs; with a sale price that one counts, and words say which is which. */
export function PriceText({ pricePaise, salePricePaise }: Priced) {
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
