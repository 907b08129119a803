import type { ReactNode } from 'react'
import { PayerSearch } from '~/components/school/choose-payer'
import { Alert, ButtonLink } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { type ReceiptPaper, receiptPapers } from '~/models/ledger/options'
import { formatPaise } from '~/models/shared/money'

/** What the counter does next: the change to hand back, the receipt to print, and whoever comes next. */
export function PaymentTaken({ changePaise, children }: { changePaise: number; children: ReactNode }) {
  return (
    <Alert tone="good" title={changePaise > 0 ? `Give back ${exact(changePaise)}` : 'The payment is recorded'}>
      {children}
      <PayerSearch label="Next payment: name, enrollment number or mobile number" />
    </Alert>
  )
}

const paperNames: Record<ReceiptPaper, string> = { a4: 'Print receipt', a5: 'Print on A5', slip: 'Print a slip' }

/**
 * The receipt on each kind of paper, in a window of its own, where the browser prints it. The usual one stands last: before the field for
 * whoever comes next, where the focus is, so that one key leads back to it.
 */
export function PrintReceipt({ receiptId }: { receiptId: string }) {
  return (
    <p className="actions">
      {[...receiptPapers].reverse().map((paper) => (
        <ButtonLink
          key={paper}
          href={schoolPaths.printReceipt(receiptId, paper)}
          variant={paper === 'a4' ? 'primary' : 'secondary'}
          target="_blank"
          rel="noopener"
        >
          {paperNames[paper]}
        </ButtonLink>
      ))}
    </p>
  )
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
