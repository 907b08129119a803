import type { PaymentMethod } from './payment-methods'

/** One due that the payment settled. `amountPaise` is the paid amount: parts less concession plus fine. */
export interface FeeReceiptLine {
  feeName: string
  title: string
  /** `YYYY-MM-DD` */
  dueOn: string | null
  /** Amount of each fee head; tuition has its own part. */
  parts: Array<{ name: string; amountPaise: number }>
  concessionPaise: number
  finePaise: number
  amountPaise: number
  /**
   * Only for a part payment: balance of the due when the receipt was issued, unchanged by later payments. Older
   * receipts have none.
   */
  restPaise?: number
}

/** Complete content of a fee receipt: the document is made from this view alone. */
export interface FeeReceiptView {
  number: string
  /** `2026-27` */
  financialYear: string
  /** `YYYY-MM-DD`, the day in India */
  issuedOn: string
  cancelled: boolean
  school: { name: string; address: string; phone: string; email: string }
  student: {
    name: string
    enrollmentNumber: string | null
    /**
     * Number of the admission register; receipts issued before November 2026, and students without one, show the
     * enrollment number.
     */
    admissionNumber?: string | null
    className: string | null
    sectionName: string | null
    sessionName: string | null
    rollNumber: string | null
    fatherName: string | null
  }
  lines: FeeReceiptLine[]
  totalPaise: number
  method: PaymentMethod
  transactionId: string
  /** For example a cheque number or UTR. */
  reference: string | null
  /** ISO instant */
  paidAt: string
}
