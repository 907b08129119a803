import type { PaymentMethod } from '../payment-methods'

export interface StatementDue {
  name: string
  title: string
  /** YYYY-MM-DD */
  dueOn: string
  /** True for a cancelled due whose payment the school still holds; the paid amount then counts as the amount due. */
  isCancelled: boolean
  amountPaise: number
  concessionPaise: number
  finePaise: number
  /** amount − concession + fine */
  owedPaise: number
  paidPaise: number
}

/** A payment, or a refund or reversal with a negative amount. */
export interface StatementEntry {
  kind: 'paid' | 'refund' | 'bounce' | 'mistake'
  /** YYYY-MM-DD, the day in India */
  on: string
  method: PaymentMethod
  reference: string | null
  receiptNumber: string | null
  purposes: string[]
  amountPaise: number
  /** Part of the amount without a due: excess or advance. */
  excessPaise: number
}

/** A student's account on a day. The balance is the total of `asked` less the payments without their excess. */
export interface StatementView {
  student: {
    name: string
    enrollmentNumber: string
    admissionNumber: string | null
    fatherName: string | null
    className: string | null
    sectionName: string | null
  }
  /** Null: the account covers all sessions. */
  sessionName: string | null
  /** YYYY-MM-DD */
  writtenOn: string
  asked: StatementDue[]
  entries: StatementEntry[]
  totals: { askedPaise: number; paidPaise: number; excessPaise: number; balancePaise: number }
}
