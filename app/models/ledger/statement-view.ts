import type { PaymentMethod } from './options'

/** Something asked of the student; all amounts are paise. */
export interface AskedDue {
  name: string
  title: string
  /** YYYY-MM-DD */
  dueOn: string
  /** Over, with money that the school holds: what was paid of it stands for what was asked. */
  isCancelled: boolean
  amountPaise: number
  concessionPaise: number
  finePaise: number
  /** amount − concession + fine */
  owedPaise: number
  paidPaise: number
}

/** Money that came, or went back: then the amount is negative. */
export interface StatementEntry {
  kind: 'paid' | 'refund' | 'bounce' | 'mistake'
  /** YYYY-MM-DD, the day in India */
  on: string
  method: PaymentMethod
  reference: string | null
  receiptNumber: string | null
  purposes: string[]
  amountPaise: number
  /** Of it what no due has: too much, or paid in advance. */
  excessPaise: number
}

/** A student's account on a day. `balance` is `asked` less what was paid and is no excess. */
export interface StatementView {
  student: {
    name: string
    enrollmentNumber: string
    admissionNumber: string | null
    fatherName: string | null
    className: string | null
    sectionName: string | null
  }
  /** Null: of all sessions. */
  sessionName: string | null
  /** YYYY-MM-DD */
  writtenOn: string
  asked: AskedDue[]
  entries: StatementEntry[]
  totals: { askedPaise: number; paidPaise: number; excessPaise: number; balancePaise: number }
}
