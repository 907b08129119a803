import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { asTyped, errorsOf, PaySeveralForm, payableDues } from '~/components/payments/pay-several-form'
import { PaymentNotAvailable } from '~/components/payments/payment-not-available'
import { Alert, LinkParagraph, PageHead } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { payRefusal } from '~/http/pay-refusal.server'
import { parseForm, requireStudent, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { canPayOnline } from '~/models/core/schools/payment-keys.server'
import { findSettings } from '~/models/core/schools/settings.server'
import { listUnpaidDues } from '~/models/money/ledger/books/own-dues.server'
import { startOnlinePayment } from '~/models/money/ledger/online/start-online-payment.server'
import { paySeveralSchema } from '~/models/money/ledger/schema'

export const handle = pageTitle(() => m.payments_several_title(), { hasForm: true })

/** Unpaid dues. Those named in the URL are ticked, or the overdue ones if it names none. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'pays')
  const query = new URL(request.url).searchParams
  const [unpaid, rules, online] = await Promise.all([listUnpaidDues(scope), findSettings(scope), canPayOnline(scope)])
  return {
    ...payableDues(unpaid, query, rules.partPaymentAllowed),
    partMinimumPaise: rules.partPaymentAllowed ? rules.partPaymentMinimumPaise : null,
    online,
    takesTransfers: rules.bankAccountNumber !== null,
    formKey: randomUUID(),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'pays')
  const form = await parseForm(request, paySeveralSchema)
  if (!form.ok) return form.reply()
  const { due: dueIds, parts, form_key: formKey } = form.value
  const started = await startOnlinePayment(scope, { dueIds, parts, formKey })
  if (started.ok) return seeOther(paths.student.payment(started.value.paymentId))
  return form.refuse(await payRefusal(scope, started.reason))
}

export default function PaySeveralPage() {
  const { online, takesTransfers, dues, declared, ...view } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const typedDues = refused ? asTyped(dues, refused.initialValue ?? {}) : dues
  return (
    <>
      <PageHead title={m.payments_several_title()} />
      {online ? null : <PaymentNotAvailable />}
      {declared.length > 0 ? <Alert tone="info" title={declared.join(', ')} text={m.payments_declared()} /> : null}
      {dues.length === 0 && declared.length === 0 ? <Alert tone="good" text={m.payments_several_none()} /> : null}
      {online && dues.length > 0 ? (
        <PaySeveralForm
          {...view}
          key={refused ? 'again' : view.formKey}
          dues={typedDues}
          totalPaise={refused ? null : view.totalPaise}
          errors={errorsOf(refused?.error)}
          hint={m.payments_several_hint()}
          back={{ href: paths.student.fees, label: m.payments_to_fees() }}
        />
      ) : (
        <LinkParagraph href={paths.student.fees} label={m.payments_to_fees()} />
      )}
      {takesTransfers && dues.length > 0 ? (
        <LinkParagraph href={paths.student.transferFees()} label={m.payments_transfer_title()} />
      ) : null}
    </>
  )
}
