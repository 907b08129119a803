import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { Alert, LinkParagraph, PageHead } from '~/components/ui'
import { receiveCallback } from '~/http/callback.server'
import { pageTitle, paths } from '~/http/paths'
import { findReader, foundOr404, redirectWithToast, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { requestCheck } from '~/models/money/ledger/online/check-payment.server'
import { isPaymentOfTransport } from '~/models/money/transport/apply/own-transport.server'

export const handle = pageTitle(() => m.payments_title())

/** Return URL of the provider. It has signed parameters after paying, and none after "cancel and go back". */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const heard = await receiveCallback(request, id)
  if (heard === 'tampered') return data(null, { status: 400 })
  const step = { settled: '', waiting: '?check=1', unpaid: '?back=1', 'not-found': '' }[heard]
  const next = paths.student.payment(id) + step
  const student = await findReader(context, request)
  // The session may have expired while the payer was away: the payment is booked, but its page requires sign-in.
  if (!student) return seeOther(`${paths.student.login}?redirectTo=${encodeURIComponent(next)}`)
  if (heard === 'waiting' || heard === 'unpaid') await requestCheck(student.scope, id)
  if (heard === 'settled' && (await isPaymentOfTransport(student.scope, id)))
    return redirectWithToast(next, { type: 'success', title: m.transport_payment_done() })
  return seeOther(next)
}

/** Page for a forged confirmation; all other returns redirect. */
export default function PaymentReturnPage() {
  return (
    <>
      <PageHead title={m.payments_title()} />
      <Alert tone="bad" title={m.payments_tampered_title()}>
        <p>{m.payments_tampered_text()}</p>
        <LinkParagraph href={paths.student.fees} label={m.payments_to_fees()} />
      </Alert>
    </>
  )
}
