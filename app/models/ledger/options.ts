/** Kinds of things that a student can owe; each is raised by the domain of its name, `opening` by an import. */
export const dueKinds = ['fee', 'hostel', 'transport', 'vehicle', 'order', 'opening'] as const
export type DueKind = (typeof dueKinds)[number]

/** How money comes to the office without the payment provider. */
export const offlineMethods = ['cash', 'cheque', 'upi', 'bank_transfer', 'demand_draft', 'card'] as const
export type OfflineMethod = (typeof offlineMethods)[number]

/** Of a transfer that a student declares: what the bank calls it, and a file that proves it. */
export const declaredReferenceLength = 80
export const maxProofBytes = 10 * 1024 * 1024

/** Papers that a bank may return unpaid. */
export const returnableMethods: readonly PaymentMethod[] = ['cheque', 'demand_draft']

/** How a student may say that the money is on its way. */
export const declarableMethods = ['bank_transfer', 'cash'] as const satisfies readonly OfflineMethod[]

export const paymentMethods = ['online', ...offlineMethods] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** created → pending → paid | failed | expired (both may still become paid); paid → bounced | cancelled | part_refunded → refunded. */
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

/** What the counter prints receipts on: two copies on A4, one on A5, or the slip of an 80 mm printer. */
export const receiptPapers = ['a4', 'a5', 'slip'] as const
export type ReceiptPaper = (typeof receiptPapers)[number]

export const linkStates = ['none', 'open', 'paid', 'cancelled', 'expired'] as const
export type LinkState = (typeof linkStates)[number]

export const lineKinds = ['due', 'excess', 'refund', 'bounce', 'advance'] as const

export const lineStates = ['open', 'settled', 'void'] as const

/** What a line of the day book can be: money came, went back, came back with its cheque, or never came and was written down by mistake. */
export const movementKinds = ['received', 'refunded', 'bounced', 'corrected'] as const
export type MovementKind = (typeof movementKinds)[number]

export const refundStates = ['requested', 'done', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/** Razorpay takes no payment and no refund below one rupee. */
export const smallestOnlinePaise = 100

/** States in which captured money does not count: the cheque came back, or it was written down by mistake. */
export const voidedStates = ['bounced', 'cancelled'] as const satisfies readonly PaymentState[]

/** Dues that one payment may settle together. */
export const maxDuesOfPayment = 20

/** Dues of several children that a guardian may pay in one go; of each child at most as above. */
export const maxDuesOfBasket = 60
