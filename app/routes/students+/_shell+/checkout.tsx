import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PaymentNotAvailable } from '~/components/payments/payment-not-available'
import { Alert, LinkParagraph } from '~/components/ui'
import { cartHeader } from '~/http/cart.server'
import { pageTitle, paths } from '~/http/paths'
import { parseForm, requireStudentInPerson } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { canPayOnline } from '~/models/core/schools/payment-keys.server'
import { type ShownLine, shownLinesText } from '~/models/money/shop/orders/cart-rules'
import { checkoutSchema } from '~/models/money/shop/orders/checkout-schema'
import { linePaise, taxWithinPaise, totalPaise } from '~/models/money/shop/rules'
import { priceCart, takesCash } from '~/models/money/shop/store-queries.server'
import { CartPages } from './__cart-form'
import { CheckoutForm, itemView } from './__checkout-form'
import { changedSince, failedTitle, lackingWords, orderAndLead, refusalWords } from './__order.server'
import { visitStore } from './__store.server'

export const handle = pageTitle(() => m.shop_checkout_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudentInPerson(context, request)
  const { lines, foreign } = await visitStore(context, request)
  const sold = await priceCart(scope, scope.schoolId, lines)
  const codAllowed = await takesCash(scope, scope.schoolId)
  return {
    // Reports insufficient stock now, before the user fills in the form.
    lacking: sold.flatMap((line) => (line.quantity > line.stock ? [lackingWords(line)] : [])),
    dropped: lines.length - sold.length + foreign,
    lines: sold.map(itemView),
    totalPaise: totalPaise(sold),
    taxPaise: sold.reduce((sum, line) => sum + taxWithinPaise(linePaise(line), line.taxBasisPoints), 0),
    seen: shownLinesText(sold),
    codAllowed,
    online: await canPayOnline(scope),
    formKey: randomUUID(),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const student = await requireStudentInPerson(context, request)
  const { scope } = student
  const form = await parseForm(request, checkoutSchema)
  if (!form.ok) return form.reply()
  const { method, seen, form_key: formKey } = form.value
  const { lines } = await visitStore(context, request)
  const now = await priceCart(scope, scope.schoolId, lines)
  const asSeen = new Map(seen.map((line) => [line.variantId, line]))
  // The items of the order come from the cart, and their prices from the submitted page. With an empty cart, an order
  // that was already placed is found by its key.
  const ordered: ShownLine[] = lines.length === 0 ? [] : now.flatMap((line) => asSeen.get(line.variantId) ?? [])
  const changes = changedSince(seen, now)
  if (changes && lines.length > 0) return refused(method, changes)
  const headers = await cartHeader({ school: student.schoolPublicId, lines: [] })
  const placed = await orderAndLead(
    scope,
    { method, lines: ordered, formKey },
    { placedTitle: m.shop_placed(), headers },
  )
  if (placed.ok) return placed.answer
  return refused(method, refusalWords(placed.reason, seen, now))

  function refused(selectedMethod: 'razorpay' | 'cod', messages: string[]) {
    const error = { '': messages }
    return data(
      { status: 'error' as const, initialValue: { method: selectedMethod }, error, title: failedTitle(selectedMethod) },
      { status: 422 },
    )
  }
}

/** Reloads the store's current state even after a refusal (422). */
export const shouldRevalidate = () => true

export default function CheckoutPage() {
  const { lacking, dropped, lines, codAllowed, online, ...view } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <CartPages
      title={m.shop_checkout_title()}
      dropped={dropped}
      isEmpty={lines.length === 0}
      above={
        <>
          {lacking.length > 0 && !refused ? (
            <Alert tone="warn">
              {lacking.map((words) => (
                <p key={words}>{words}</p>
              ))}
              <LinkParagraph href={paths.student.cart} label={m.shop_cart_title()} />
            </Alert>
          ) : null}
          {online || lines.length === 0 ? null : <PaymentNotAvailable />}
        </>
      }
    >
      <CheckoutForm
        {...view}
        lines={lines}
        methods={[...(online ? (['razorpay'] as const) : []), ...(codAllowed ? (['cod'] as const) : [])]}
        refused={refused}
      />
    </CartPages>
  )
}
