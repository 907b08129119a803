import type { PaymentMethod } from '~/models/money/ledger/payment-methods'
import type { OrderMethod } from '../options'

/** Item with the name, price and tax of the day of the order; amounts in paise. */
export interface InvoiceLine {
  name: string
  /** '' for a product without sizes. */
  label: string
  hsnCode: string | null
  quantity: number
  /** Including tax. */
  unitPricePaise: number
  /** Hundredths of a percent: 1800 is 18 %. */
  taxBasisPoints: number
  /** Including tax; the sum of taxable value and tax. */
  amountPaise: number
  taxablePaise: number
  taxPaise: number
}

/** Complete data of an invoice; the document is generated from this view alone. */
export interface InvoiceView {
  number: string
  /** `2026-27` */
  financialYear: string
  /** `YYYY-MM-DD`, IST */
  issuedOn: string
  orderNumber: string
  /** `YYYY-MM-DD`, IST */
  orderedOn: string
  /** The order was cancelled later. */
  cancelled: boolean
  /** A school without a GSTIN charges no tax, and the invoice shows none. */
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
  /** Payments that settled the invoice, oldest first. */
  payments: Array<{ method: PaymentMethod; transactionId: string; paidOn: string; amountPaise: number }>
}
