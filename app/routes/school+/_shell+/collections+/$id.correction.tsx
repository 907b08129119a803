import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReasonForm } from '~/components/payments/reason-form'
import { PageHead } from '~/components/ui/page-head'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import type { PaymentView } from '~/models/ledger/queries.server'
import { cancelPayment } from '~/models/ledger/void-payment.server'
import { formatPaise } from '~/models/shared/money'
import { readCorrection, takeCorrection } from './__payment-correction.server'

export const handle = pageTitle(() => 'Recorded by mistake', { hasForm: true })

const mistake = () => ({
  obstacles: {
    online: 'This money was received through the payment provider: refund it instead.',
    'not-paid': 'It is no longer recorded as paid, or some of it was refunded.',
  },
  obstacleOf: ({ method, state }: PaymentView) =>
    method === 'online' ? ('online' as const) : state === 'paid' ? null : ('not-paid' as const),
  correct: cancelPayment,
  message: 'The payment is cancelled; its dues are owed again.',
})

export const loader = (args: LoaderFunctionArgs) => readCorrection(args, mistake())

export const action = (args: ActionFunctionArgs) => takeCorrection(args, mistake())

export default function CorrectionPage() {
  const { id, student, amountPaise, receipt, obstacle } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Was this payment recorded by mistake?"
        context={`${formatPaise(amountPaise, { style: 'exact' })} from ${student}`}
      />
      <ReasonForm
        obstacle={obstacle}
        submit="Cancel the payment"
        backHref={schoolPaths.payment(id)}
        lastResult={useActionData<typeof action>()}
      >
        <p>
          Use this for a wrong student, a wrong amount, or a payment entered twice. The payment will no longer count,
          its dues are owed again, and receipt {receipt} is cancelled; it keeps its number. Then record the correct
          payment. If the money was received and is being returned, refund it instead.
        </p>
      </ReasonForm>
    </>
  )
}
