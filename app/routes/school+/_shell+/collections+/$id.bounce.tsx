import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReasonForm } from '~/components/payments/reason-form'
import { PageHead } from '~/components/ui/page-head'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import type { PaymentView } from '~/models/ledger/queries.server'
import { bounceCheque } from '~/models/ledger/void-payment.server'
import { formatPaise } from '~/models/shared/money'
import { readCorrection, takeCorrection } from './__payment-correction.server'

export const handle = pageTitle(() => 'Cheque bounced', { hasForm: true })

const bounce = () => ({
  obstacles: {
    'not-a-cheque': 'This payment was not made by cheque.',
    'not-paid': 'The cheque is already marked as bounced, or money was refunded.',
  },
  obstacleOf: ({ method, state }: PaymentView) =>
    method !== 'cheque' ? ('not-a-cheque' as const) : state === 'paid' ? null : ('not-paid' as const),
  correct: bounceCheque,
  message: 'The cheque is marked as bounced; its dues are owed again.',
})

export const loader = (args: LoaderFunctionArgs) => readCorrection(args, bounce())

export const action = (args: ActionFunctionArgs) => takeCorrection(args, bounce())

export default function BouncePage() {
  const { id, student, reference, amountPaise, receipt, obstacle } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Has the bank returned this cheque?"
        context={`${formatPaise(amountPaise, { style: 'exact' })} from ${student}${reference ? `, cheque ${reference}` : ''}`}
      />
      <ReasonForm
        obstacle={obstacle}
        submit="Mark as bounced"
        backHref={schoolPaths.payment(id)}
        lastResult={useActionData<typeof action>()}
      >
        <p>
          The dues it paid are owed again, and receipt {receipt} is cancelled; it keeps its number. This cannot be
          undone: if the cheque is cleared later, record a new payment.
        </p>
      </ReasonForm>
    </>
  )
}
