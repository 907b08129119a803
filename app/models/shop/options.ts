/** How an order is paid (SP section 9). */
export const orderMethods = ['razorpay', 'cod'] as const
export type OrderMethod = (typeof orderMethods)[number]

/** placed → paid → packed → handed_over; one of cash on delivery is packed unpaid and paid when it is handed over. Any but the last may be cancelled. */
export const orderStates = ['placed', 'paid', 'packed', 'handed_over', 'cancelled'] as const
export type OrderState = (typeof orderStates)[number]

/**
 * How the money of an order stands at the office. `part`: only some of it came; `refund-failed`: it is cancelled, and the school still
 * holds money that is not on its way back.
 */
export const orderMoneyStates = ['no', 'part', 'yes', 'refund-failed'] as const
export type OrderMoneyState = (typeof orderMoneyStates)[number]

export const cancellers = ['student', 'office', 'expiry'] as const
export type Canceller = (typeof cancellers)[number]

export const maxLabelLength = 40
export const maxReasonLength = 200
export const maxVariants = 30
export const maxPictures = 5

/** SP section 9: the smallest quantity of a line. */
export const minQuantity = 1
/** The largest quantity of a line and the most lines of a cart; stock may allow less. */
export const maxQuantity = 99
export const maxLines = 30

/** How long an online order keeps its items before it is paid. */
export const reservationMinutes = 30
/** Days after which an order of cash on delivery is due. */
export const codDays = 7

export const maxPricePaise = 10_000_000
export const maxStock = 100_000

export const productsAPage = 12
export const ordersAPage = 10
