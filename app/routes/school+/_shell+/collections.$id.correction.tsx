import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReasonForm } from '~/components/payments/reason-form'
import { PageHead } from '~/components/ui/page-head'
import { pageTitle } from '~/http/page'
import { readCorrection, takeCorrection } from '~/http/payment-correction.server'
import { schoolPaths } from '~/http/school-paths'
import { cancelPayment } from '~/models/ledger/cancel-payment.server'
import type { PaymentView } from '~/models/ledger/queries.server'
import { formatPaise } from '~/models/shared/money'

export const handle = pageTitle(() => 'Recorded by mistake', { hasForm: true })

const mistake = () => ({
  obstacles: {
    online: 'This money did come, through the payment provider: refund it instead.',
    'not-paid': 'It is not booked as paid any more, or money of it was given back.',
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
          For the wrong student, the wrong amount, or a payment written down twice. It counts no longer, its dues are
          owed again, and receipt {receipt} is cancelled; it keeps its number. Then record the payment as it was. If the
          money did come and is handed back, refund it instead.
        </p>
      </ReasonForm>
    </>
  )
}
