import { useActionData, useLoaderData } from '@remix-run/react'
import { CancelQuestion } from '~/components/transport/cancel-question'
import { pageTitle } from '~/http/page'
import { m } from '~/language/paraglide/messages'
import { findOwnLiveTransport } from '~/models/money/transport/apply/own-transport.server'
import { cancelPage } from '~/routes/students+/_shell+/__transport-cancel.server'

export const handle = pageTitle(() => m.room_cancel_question())

const page = cancelPage(findOwnLiveTransport)
export const loader = page.loader
export const action = page.action

export default function CancelTransportPage() {
  return <CancelQuestion view={useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()} />
}
