/** Payment methods of an order (student portal specification, section 9). */
export const orderMethods = ['razorpay', 'cod'] as const
export type OrderMethod = (typeof orderMethods)[number]

/**
 * placed → paid → packed → handed_over. A cash on delivery order is packed unpaid and paid at handover. An order can be
 * cancelled in each state before `handed_over`.
 */
export const orderStates = ['placed', 'paid', 'packed', 'handed_over', 'cancelled'] as const
export type OrderState = (typeof orderStates)[number]

/**
 * Payment status of an order. `part`: partly paid; `refund-failed`: cancelled, but the school still holds money without
 * a refund in progress.
 */
export const orderMoneyStates = ['no', 'part', 'yes', 'refund-failed'] as const
export type OrderMoneyState = (typeof orderMoneyStates)[number]

export const cancellers = ['student', 'office', 'expiry'] as const
export type Canceller = (typeof cancellers)[number]

export const maxLabelLength = 40
export const maxReasonLength = 200
export const maxVariants = 30
export const maxPictures = 5

/** Minimum quantity of a line (student portal specification, section 9). */
export const minQuantity = 1
/** Maximum quantity of a line, and maximum lines of a cart; stock may be lower. */
export const maxQuantity = 99
export const maxLines = 30

/** Minutes for which an unpaid online order reserves its items. */
export const reservationMinutes = 30
/** Days until a cash on delivery order is due. */
export const codDays = 7

export const maxPricePaise = 10_000_000
export const maxStock = 100_000

export const productsAPage = 12
export const ordersAPage = 10
