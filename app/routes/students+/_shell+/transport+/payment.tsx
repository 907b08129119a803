import { useActionData, useLoaderData } from '@remix-run/react'
import { pageTitle } from '~/http/page'
import { m } from '~/language/paraglide/messages'
import { findOwnLiveTransport } from '~/models/money/transport/apply/own-transport.server'
import { TransportPayment } from '~/routes/students+/_shell+/__transport-payment'
import { paymentPage } from '~/routes/students+/_shell+/__transport-payment.server'

export const handle = pageTitle(() => m.transport_payment())

const page = paymentPage(findOwnLiveTransport)
export const loader = page.loader
export const action = page.action

/** Reloads the current dues even after a refusal (422). */
export const shouldRevalidate = () => true

export default function TransportPaymentPage() {
  return <TransportPayment view={useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()} />
}
