import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { AccountPage } from '~/components/accounts/account-page'
import { Alert, LinkParagraph } from '~/components/ui'
import { receiveFamilyCallback } from '~/http/callback.server'
import { pageTitle, paths } from '~/http/paths'
import { findGuardian, foundOr404, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { requestFamilyCheck } from '~/models/money/ledger/online/family-payments.server'

export const handle = pageTitle(() => m.payments_title())

/**
 * URL to which the provider sends a payer back, signed in or not: with signed parameters after a payment, and without
 * parameters after "cancel and go back".
 */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const heard = await receiveFamilyCallback(request, id)
  if (heard === 'tampered') return data(null, { status: 400 })
  const step = { settled: '', waiting: '?check=1', unpaid: '?back=1', 'not-found': '' }[heard]
  const next = paths.guardian.payment(id) + step
  const guardian = await findGuardian(context, request)
  // The session may have expired while the payer was away: the payment is booked, but its page requires sign-in.
  if (!guardian) return seeOther(`${paths.guardian.login}?redirectTo=${encodeURIComponent(next)}`)
  if (heard === 'waiting' || heard === 'unpaid') await requestFamilyCheck(guardian.scope, id)
  return seeOther(next)
}

/** Page for a forged confirmation; all other returns redirect. */
export default function FamilyPaymentReturnPage() {
  return (
    <AccountPage side="guardian" title={m.payments_title()}>
      <Alert tone="bad" title={m.payments_tampered_title()}>
        <p>{m.payments_tampered_text()}</p>
        <LinkParagraph href={paths.guardian.pay()} label={m.family_pay_title()} />
      </Alert>
    </AccountPage>
  )
}
