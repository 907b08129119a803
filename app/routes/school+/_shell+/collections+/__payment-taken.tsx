import type { ReactNode } from 'react'
import { PayerSearch } from '~/components/school/choose-payer'
import { Alert, ButtonLink } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { formatPaise } from '~/models/core/shared/money'
import { type ReceiptPaper, receiptPapers } from '~/models/money/ledger/options'

/** Next steps at the counter: change to hand back, receipt to print, and the next payer. */
export function PaymentRecorded({ changePaise, children }: { changePaise: number; children: ReactNode }) {
  return (
    <Alert tone="good" title={changePaise > 0 ? `Give back ${exact(changePaise)}` : 'The payment is recorded'}>
      {children}
      <PayerSearch label="Next payment: name, enrollment number or mobile number" />
    </Alert>
  )
}

const paperNames: Record<ReceiptPaper, string> = { a4: 'Print receipt', a5: 'Print on A5', slip: 'Print a slip' }

/**
 * Links that print the receipt, one per paper size, in a new window. The default size comes last, directly before the
 * focused field for the next payer, so that one key press leads back to it.
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
          label={paperNames[paper]}
        />
      ))}
    </p>
  )
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
