import type { ReactNode } from 'react'
import { schoolPaths } from '~/addresses/school-paths'
import { Alert } from '~/components/ui'
import { formatPaise } from '~/models/core/shared/money'
import type { DuePayment } from '~/models/money/ledger/books/money-of-dues.server'
import { methodNames } from '~/models/money/ledger/office-words'

type WaitingMoneyProps = {
  payments: ReadonlyArray<Pick<DuePayment, 'publicId' | 'method' | 'amountPaise' | 'hasProof'>>
  mayCorrect: boolean
  /** Explains what happens to the money. */
  children?: ReactNode
}

/** Declared payments that the office has neither confirmed nor refused. */
export function WaitingMoney({ payments, mayCorrect, children }: WaitingMoneyProps) {
  return payments.map((payment) => (
    <Alert
      key={payment.publicId}
      tone="warn"
      title={`${formatPaise(payment.amountPaise, { style: 'exact' })} is waiting to be confirmed`}
    >
      <p>
        {`Declared by the student: ${methodNames[payment.method].toLowerCase()}${payment.hasProof ? ', with a proof' : ''}. `}
        {mayCorrect ? (
          <a href={schoolPaths.transfer(payment.publicId)}>Confirm or refuse it</a>
        ) : (
          'The owner or accounts confirm it.'
        )}
      </p>
      {children}
    </Alert>
  ))
}

/** Declared payments of an application that is ending or has ended. */
export function WaitingMoneyOfEnded(props: Omit<WaitingMoneyProps, 'children'>) {
  return (
    <WaitingMoney {...props}>
      <p>
        Nothing is owed for an application that has ended. If the payment is confirmed later, the money is kept as
        excess and must be refunded from the payment’s page.
      </p>
    </WaitingMoney>
  )
}
