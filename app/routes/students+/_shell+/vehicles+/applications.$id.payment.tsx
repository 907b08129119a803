import { useActionData, useLoaderData } from '@remix-run/react'
import { pageTitle } from '~/http/page'
import { m } from '~/language/paraglide/messages'
import { TransportPayment } from '~/routes/students+/_shell+/__transport-payment'
import { paymentPage } from '~/routes/students+/_shell+/__transport-payment.server'
import { findOwnVehicle } from './__own-vehicle-applications.server'

export const handle = pageTitle(() => m.transport_payment())

const page = paymentPage(findOwnVehicle)
export const loader = page.loader
export const action = page.action

/** Reloads the current dues even after a refusal (422). */
export const shouldRevalidate = () => true

export default function VehiclePaymentPage() {
  return <TransportPayment view={useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()} />
}
