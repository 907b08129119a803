/**
 * Kinds of application: by a fare of the school (HT "Transport Application"), or for a vehicle and its route (HT
 * "Vehicles").
 */
export const applicationKinds = ['transport', 'vehicle'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

/**
 * pending → approved | rejected | cancelled; approved → active | cancelled; active ⇄ suspended; active, suspended →
 * cancelled (the office ends it on a day). An approved application whose first dues are paid is shown as
 * `payment_completed` (HT section 4); this status is derived, never set by hand.
 */
export const applicationStatuses = ['pending', 'approved', 'active', 'suspended', 'rejected', 'cancelled'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]
export type ShownStatus = ApplicationStatus | 'payment_completed'

export const paymentPlans = ['monthly', 'quarterly', 'annual'] as const
export type PaymentPlan = (typeof paymentPlans)[number]

/** HT section 9; a school may change the annual discount. */
export const quarterlyDiscountPercent = 5
export const standardAnnualDiscountPercent = 10

/** HT's defaults for schools without a tariff of their own; paise. */
export const standardTariff = {
  basePaise: 100_000,
  perKmPaise: 5_000,
  depositPaise: 200_000,
  annualDiscountPercent: standardAnnualDiscountPercent,
} as const

/** Radius in km within which a vehicle is found for a point (HT section 9). */
export const searchKm = 100
/** Farthest plausible distance in km; anything farther is a mistake in the coordinates. */
export const farthestKm = 150
/** Days before a period begins at which it becomes a due. */
export const daysAhead = 10
/** Limits for the first day of travel, in days before and after the approval. */
export const startDaysBack = 31
export const startDaysAhead = 180

export const vehiclesPerPage = 9
export const applicationsPerPage = 10
export const addressLength = 200
export const phoneLength = 20
export const conditionsLength = 500
