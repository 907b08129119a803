import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { HiddenKey } from '~/components/forms'
import { Card, LinkParagraph } from '~/components/ui'
import { piecesIn } from '~/http/cart.server'
import { pageTitle, paths } from '~/http/paths'
import { anyone, foundOr404 } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findStoreProduct, takesCash } from '~/models/money/shop/store-queries.server'
import { requireStore } from '~/routes/students+/_shell+/__store.server'
import { ProductOffer } from './__product-offer'
import { productView } from './__product-view'
import { pressInStore } from './__store-action.server'
import { StoreHead, StoreTroubleBox } from './__store-head'

export const handle = pageTitle<{ product?: { name: string } }>(
  (loaderData) => loaderData?.product?.name ?? m.shop_title(),
)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const { school, student, lines } = foundOr404(await requireStore(context, request))
  const product = foundOr404(await findStoreProduct(anyone(), school.id, id))
  const codAllowed = await takesCash(anyone(), school.id)
  return {
    product: productView(product),
    description: product.description,
    pictures: product.pictures.map((one) => ({
      href: paths.file(one.storageKey),
      smallHref: paths.file(one.thumbnailKey),
    })),
    signedIn: student !== null,
    pieces: piecesIn(lines),
    codAllowed,
    formKey: randomUUID(),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const pressed = await pressInStore(context, request, paths.student.product(id))
  return 'answer' in pressed ? pressed.answer : data(pressed.trouble, { status: 422 })
}

/** Reloads the store's current state even after a refusal (422). */
export const shouldRevalidate = () => true

export default function ProductPage() {
  const { product, description, pictures, signedIn, pieces, codAllowed, formKey } = useLoaderData<typeof loader>()
  const trouble = useActionData<typeof action>()
  const { dataSaver } = useRootData()
  return (
    <>
      <StoreHead title={product.name} pieces={pieces} signedIn={signedIn} />
      <StoreTroubleBox trouble={trouble} />
      <ProductPictures name={product.name} pictures={pictures} dataSaver={dataSaver} />
      <Form method="post" action={paths.student.product(product.id)} noValidate>
        <HiddenKey value={formKey} />
        <ul className="cols goods">
          <li className="card">
            <ProductOffer
              product={product}
              codAllowed={codAllowed}
              chosen={trouble?.chosen[product.id]}
              sizeWanted={trouble?.sizeWanted === product.id}
            />
          </li>
        </ul>
      </Form>
      {description ? (
        <Card title={m.shop_about()}>
          <p className="typed">{description}</p>
        </Card>
      ) : null}
      <LinkParagraph href={paths.student.shop} label={m.shop_back()} />
    </>
  )
}

type ProductPicturesProps = {
  name: string
  pictures: ReadonlyArray<{ href: string; smallHref: string }>
  dataSaver: boolean
}

/** Small pictures that link to the large ones; with data saver only the links. */
function ProductPictures({ name, pictures, dataSaver }: ProductPicturesProps) {
  if (pictures.length === 0) return null
  return (
    <ul className="pictures" aria-label={m.shop_pictures()}>
      {pictures.map(({ href, smallHref }, index) => {
        const text = m.shop_picture_number({ name, number: index + 1 })
        return (
          <li key={href}>
            <a className="alone" href={href} data-reload="">
              {dataSaver ? (
                m.shop_picture_show({ name: text })
              ) : (
                <img src={smallHref} alt={text} width="160" height="160" loading="lazy" />
              )}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
