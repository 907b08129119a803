import type { PaymentMethod } from '~/models/ledger/options'
import type { OrderMethod } from './options'

/** What was bought, as it was named, priced and taxed when the order was placed; amounts in paise. */
export interface InvoiceLine {
  name: string
  /** '' where the product has no sizes. */
  label: string
  hsnCode: string | null
  quantity: number
  /** With tax. */
  unitPricePaise: number
  /** Hundredths of a percent: 1800 is 18 %. */
  taxBasisPoints: number
  /** With tax. Taxable value and tax sum to it. */
  amountPaise: number
  taxablePaise: number
  taxPaise: number
}

/** All that an invoice shows, and nothing else: the document is made from this view alone. */
export interface InvoiceView {
  number: string
  /** `2026-27` */
  financialYear: string
  /** `YYYY-MM-DD`, the day in India */
  issuedOn: string
  orderNumber: string
  /** `YYYY-MM-DD`, the day in India */
  orderedOn: string
  /** The order was cancelled afterwards. */
  cancelled: boolean
  /** Without a tax number the school charges no tax, and the invoice shows none. */
  school: { name: string; address: string; phone: string; email: string; gstin: string | null }
  student: {
    name: string
    enrollmentNumber: string
    fatherName: string | null
    className: string | null
    sectionName: string | null
  }
  lines: InvoiceLine[]
  totalPaise: number
  method: OrderMethod
  /** What settled it, the oldest first. */
  payments: Array<{ method: PaymentMethod; transactionId: string; paidOn: string; amountPaise: number }>
}
