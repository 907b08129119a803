/** How somebody applied: for a fare of the school (HT "Transport Application"), or for a vehicle and its route (HT "Vehicles"). */
export const applicationKinds = ['transport', 'vehicle'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

/**
 * pending → approved | rejected | cancelled; approved → active | cancelled; active ⇄ suspended; active, suspended → cancelled (the office
 * ends it on a day). An approved one whose first dues are paid is shown as `payment_completed` (HT section 4): nobody sets it by hand.
 */
export const applicationStatuses = ['pending', 'approved', 'active', 'suspended', 'rejected', 'cancelled'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]
export type ShownStatus = ApplicationStatus | 'payment_completed'

export const paymentPlans = ['monthly', 'quarterly', 'annual'] as const
export type PaymentPlan = (typeof paymentPlans)[number]

export const refundStates = ['none', 'open', 'decided'] as const
export type RefundState = (typeof refundStates)[number]

/** HT section 9; a school may change that of a year. */
export const quarterlyDiscountPercent = 5
export const standardAnnualDiscountPercent = 10

/** HT's fixed texts, where a school has not set a tariff of its own; paise. */
export const standardTariff = {
  basePaise: 100_000,
  perKmPaise: 5_000,
  depositPaise: 200_000,
  annualDiscountPercent: standardAnnualDiscountPercent,
} as const

/** A vehicle is shown for a point when it stops within so many km of it (HT section 9). */
export const searchKm = 100
/** Farther than this nobody rides to school each day: a slip in the coordinates. */
export const farthestKm = 150
/** A period becomes a due so many days before it begins. */
export const daysAhead = 10
/** The first day of riding may be set so far back, and so far ahead, of the approval. */
export const startDaysBack = 31
export const startDaysAhead = 180

export const vehiclesPerPage = 9
export const applicationsPerPage = 10
export const addressLength = 200
export const phoneLength = 20
export const conditionsLength = 500
