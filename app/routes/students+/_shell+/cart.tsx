import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Alert, ButtonLink, EmptyState, PageHead } from '~/components/ui'
import { cartHeader } from '~/http/cart.server'
import { pageTitle, paths } from '~/http/paths'
import { anyone } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { maxOf } from '~/models/shop/cart-rules'
import { linePaise, totalPaise } from '~/models/shop/rules'
import { priceCart } from '~/models/shop/store-queries.server'
import { changeCart } from './__cart-action.server'
import { CartForm } from './__cart-form'
import { visitStore } from './__store.server'

export const handle = pageTitle(() => m.shop_cart_title(), { hasForm: true })

/** What was chosen, at today's prices. What is not sold any more leaves the cart with a sentence. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { school, lines, foreign } = await visitStore(context, request)
  const sold = school ? await priceCart(anyone(), school.id, lines) : []
  const dropped = lines.length - sold.length + foreign
  const view = {
    dropped,
    totalPaise: totalPaise(sold),
    lines: sold.map((line) => ({
      id: line.variantId,
      productId: line.productId,
      name: line.name,
      label: line.label,
      unitPricePaise: line.unitPricePaise,
      linePaise: linePaise(line),
      quantity: line.quantity,
      most: maxOf(line.stock),
    })),
  }
  if (dropped === 0 || !school) return view
  return data(view, { headers: await cartHeader({ school: school.publicId, lines: sold }) })
}

export async function action({ context, request }: ActionFunctionArgs) {
  const changed = await changeCart(context, request)
  return 'answer' in changed ? changed.answer : data(changed.trouble, { status: 422 })
}

/** What came back with 422 shows what the store has now. */
export const shouldRevalidate = () => true

export default function CartPage() {
  const { dropped, lines, totalPaise: total } = useLoaderData<typeof loader>()
  const trouble = useActionData<typeof action>()
  return (
    <>
      <PageHead title={m.shop_cart_title()} />
      {dropped > 0 ? (
        <Alert tone="warn">
          <p>{m.shop_cart_dropped({ count: dropped })}</p>
        </Alert>
      ) : null}
      {lines.length === 0 ? (
        <EmptyState
          icon="store"
          title={m.shop_cart_empty()}
          text={m.shop_cart_empty_text()}
          action={<ButtonLink href={paths.student.shop}>{m.shop_back()}</ButtonLink>}
        />
      ) : (
        <CartForm lines={lines} totalPaise={total} trouble={trouble} />
      )}
    </>
  )
}
