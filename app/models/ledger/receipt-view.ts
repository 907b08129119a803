import type { PaymentMethod } from './options'

/** One due that the payment settled. `amountPaise` is what was paid for it: parts less concession plus fine. */
export interface FeeReceiptLine {
  feeName: string
  title: string
  /** `YYYY-MM-DD` */
  dueOn: string | null
  /** The heads of the fee, tuition on its own. */
  parts: Array<{ name: string; amountPaise: number }>
  concessionPaise: number
  finePaise: number
  amountPaise: number
  /** Only of a part: what the due still owed when the receipt was made, which later payments do not change. Receipts made before that was kept have none. */
  restPaise?: number
}

/** All that a fee receipt shows, and nothing else: the document is made from this view alone. */
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
    /** The one of the admission register; receipts made before November 2026, and students without one, show the enrollment number. */
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
  /** Cheque number, UTR and the like. */
  reference: string | null
  /** ISO instant */
  paidAt: string
}
