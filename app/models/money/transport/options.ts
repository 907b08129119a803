/**
 * Kinds of application: by a fare of the school ("Transport Application" in the hostel and transport specification), or
 * for a vehicle and its route ("Vehicles").
 */
export const applicationKinds = ['transport', 'vehicle'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

/**
 * pending → approved | rejected | cancelled; approved → active | cancelled; active ⇄ suspended; active, suspended →
 * cancelled (the office ends it on a day). An approved application whose first dues are paid is shown as
 * `payment_completed` (hostel and transport specification, section 4); this status is derived, never stored.
 */
export const applicationStatuses = ['pending', 'approved', 'active', 'suspended', 'rejected', 'cancelled'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]
export type ShownStatus = ApplicationStatus | 'payment_completed'

export const paymentPlans = ['monthly', 'quarterly', 'annual'] as const
export type PaymentPlan = (typeof paymentPlans)[number]

/** Discounts of the hostel and transport specification, section 9; a school may change the annual one. */
export const quarterlyDiscountPercent = 5
export const standardAnnualDiscountPercent = 10

/** Defaults of the hostel and transport specification for schools without a tariff of their own; amounts in paise. */
export const standardTariff = {
  basePaise: 100_000,
  perKmPaise: 5_000,
  depositPaise: 200_000,
  annualDiscountPercent: standardAnnualDiscountPercent,
} as const

/** Radius in km within which a vehicle is found for a point (hostel and transport specification, section 9). */
export const searchKm = 100
/** Farthest plausible distance in km; anything farther is a mistake in the coordinates. */
export const farthestKm = 150
/** Days between the creation of a period's due and the beginning of the period. */
export const daysAhead = 10
/** Limits for the first day of travel, in days before and after the approval. */
export const startDaysBack = 31
export const startDaysAhead = 180

export const vehiclesPerPage = 9
export const applicationsPerPage = 10
export const addressLength = 200
export const phoneLength = 20
export const conditionsLength = 500
