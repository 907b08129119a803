import { ButtonLink, Card } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { PaymentMethod, PaymentState } from '~/models/ledger/options'

type PaymentActionsProps = { payment: { publicId: string; method: PaymentMethod; state: PaymentState } }

/** What can be done about a payment now, each on a page of its own; nothing where nothing can. */
export function PaymentActions({ payment: { publicId, method, state } }: PaymentActionsProps) {
  const isOffline = method !== 'online'
  const isPaid = state === 'paid'
  const actions = [
    { to: schoolPaths.transfer(publicId), words: 'Confirm or refuse', is: isOffline && state === 'pending' },
    { to: schoolPaths.bounceCheque(publicId), words: 'The cheque bounced', is: method === 'cheque' && isPaid },
    { to: schoolPaths.refundPayment(publicId), words: 'Refund', is: isPaid || state === 'part_refunded' },
    { to: schoolPaths.cancelPayment(publicId), words: 'Recorded by mistake', is: isOffline && isPaid },
  ].filter((action) => action.is)
  if (actions.length === 0) return null
  return (
    <Card title={state === 'pending' ? 'It is waiting for the school' : 'Something is wrong with it?'}>
      <p className="actions">
        {actions.map((action) => (
          <ButtonLink key={action.to} href={action.to} variant="secondary">
            {action.words}
          </ButtonLink>
        ))}
      </p>
    </Card>
  )
}
