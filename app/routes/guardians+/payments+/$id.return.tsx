import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { AccountPage } from '~/components/accounts/account-page'
import { Alert } from '~/components/ui'
import { receiveFamilyCallback } from '~/http/callback.server'
import { pageTitle, paths } from '~/http/paths'
import { findGuardian, foundOr404, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { askAboutFamilyPayment } from '~/models/ledger/family-payments.server'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => m.payments_title())

/** Where the provider sends the guardian, signed in or no longer: with signed parameters after paying, with none after "cancel and go back". */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const heard = await receiveFamilyCallback(request, id)
  if (heard === 'tampered') return data(null, { status: 400 })
  const step = { settled: '', waiting: '?check=1', unpaid: '?back=1', 'not-found': '' }[heard]
  const next = paths.guardian.payment(id) + step
  const guardian = await findGuardian(context, request)
  // The session may have ended while the payer was away: what was paid is booked, the page itself wants a sign-in.
  if (!guardian) return seeOther(`${paths.guardian.login}?redirectTo=${encodeURIComponent(next)}`)
  if (heard === 'waiting' || heard === 'unpaid') await askAboutFamilyPayment(guardian.scope, id)
  return seeOther(next)
}

/** Only a confirmation that is not genuine stays here. */
export default function FamilyPaymentReturnPage() {
  return (
    <AccountPage side="guardian" title={m.payments_title()}>
      <Alert tone="bad" title={m.payments_tampered_title()}>
        <p>{m.payments_tampered_text()}</p>
        <p>
          <a className="alone" href={paths.guardian.pay()}>
            {m.family_pay_title()}
          </a>
        </p>
      </Alert>
    </AccountPage>
  )
}
