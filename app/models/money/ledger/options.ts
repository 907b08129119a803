/** Kinds of dues, named after the part of the product that creates them; an import creates those of kind `opening`. */
export const dueKinds = ['fee', 'hostel', 'transport', 'vehicle', 'order', 'opening'] as const
export type DueKind = (typeof dueKinds)[number]

export const declaredReferenceLength = 80
export const maxProofBytes = 10 * 1024 * 1024

/**
 * created → pending → paid | failed | expired (failed and expired may still become paid); paid → bounced | cancelled |
 * part_refunded → refunded.
 */
export const paymentStates = [
  'created',
  'pending',
  'paid',
  'failed',
  'expired',
  'bounced',
  'part_refunded',
  'refunded',
  'cancelled',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** Paper sizes for receipts at the counter: two copies on A4, one on A5, or the slip of an 80 mm printer. */
export const receiptPapers = ['a4', 'a5', 'slip'] as const
export type ReceiptPaper = (typeof receiptPapers)[number]

export const linkStates = ['none', 'open', 'paid', 'cancelled', 'expired'] as const
export type LinkState = (typeof linkStates)[number]

export const lineKinds = ['due', 'excess', 'refund', 'bounce', 'advance'] as const

export const lineStates = ['open', 'settled', 'void'] as const

/** Kinds of lines in the day book: money received or refunded, a cheque that bounced, a payment entered by mistake. */
export const movementKinds = ['received', 'refunded', 'bounced', 'corrected'] as const
export type MovementKind = (typeof movementKinds)[number]

export const refundStates = ['requested', 'done', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/** Minimum of Razorpay for payments and refunds: one rupee. */
export const smallestOnlinePaise = 100

/** States in which captured money does not count: the cheque bounced, or the payment was entered by mistake. */
export const voidedStates = ['bounced', 'cancelled'] as const satisfies readonly PaymentState[]

/** Maximum number of dues that one payment may settle together. */
export const maxDuesOfPayment = 20

/**
 * Maximum number of dues that a guardian may pay together for several children; for each child, the maximum is
 * `maxDuesOfPayment`.
 */
export const maxDuesOfBasket = 60
