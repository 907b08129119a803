import { Form } from '@remix-run/react'
import { HiddenKey } from '~/components/forms'
import { Icon } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { ProductOffer } from './__product-offer'
import type { ProductView } from './__product-view'

type ProductGridProps = {
  products: readonly ProductView[]
  /** The page's own address with its search: the form comes back to it. */
  action: string
  formKey: string
  codAllowed: boolean
  dataSaver: boolean
  chosen: Record<string, string>
  sizeWanted: string | null
}

/** What the store sells. One form around all of it: a button says what is done with which product. */
export function ProductGrid({
  products,
  action,
  formKey,
  codAllowed,
  dataSaver,
  chosen,
  sizeWanted,
}: ProductGridProps) {
  return (
    <Form method="post" action={action} noValidate>
      <HiddenKey value={formKey} />
      <ul className="cols goods">
        {products.map((product) => (
          <li className="card" key={product.id}>
            {product.picture === null ? (
              <Icon name="store" size={48} />
            ) : dataSaver ? (
              <a href={product.picture} data-reload="">
                {m.shop_picture_show({ name: product.name })}
              </a>
            ) : (
              <img src={product.picture} alt="" width="160" height="160" loading="lazy" />
            )}
            <h2>
              <a href={paths.student.product(product.id)}>{product.name}</a>
            </h2>
            <ProductOffer
              product={product}
              codAllowed={codAllowed}
              chosen={chosen[product.id]}
              sizeWanted={sizeWanted === product.id}
            />
          </li>
        ))}
      </ul>
    </Form>
  )
}
