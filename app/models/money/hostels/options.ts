/** Residents of a hostel (hostel specification, section 3). */
export const genderTypes = ['boys', 'girls', 'mixed'] as const
export type GenderType = (typeof genderTypes)[number]

export const hostelTypes = ['ac', 'deluxe', 'premium', 'standard'] as const
export type HostelType = (typeof hostelTypes)[number]

export const roomTypes = ['single', 'double', 'triple', 'four_sharing', 'dormitory'] as const
export type RoomType = (typeof roomTypes)[number]

/** Students see every room that is not `available` as Occupied (hostel specification, section 3). */
export const roomStatuses = ['available', 'maintenance', 'closed'] as const
export type RoomStatus = (typeof roomStatuses)[number]

export const facilities = ['wifi', 'ac', 'attached_bathroom', 'tv', 'furnished', 'balcony', 'meal_plan'] as const
export type Facility = (typeof facilities)[number]

/**
 * pending → approved | rejected | waitlisted | cancelled; waitlisted → approved (by the office, or by accepting an
 * offered bed) | rejected | cancelled; approved → cancelled, before the student has moved in. A stay ends with its
 * check-out and remains approved.
 */
export const applicationStatuses = ['pending', 'approved', 'rejected', 'waitlisted', 'cancelled'] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

export const semesters = ['full_year', '1', '2', '3', '4', '5', '6', '7', '8'] as const
export type Semester = (typeof semesters)[number]

/** Methods of payment for an application (hostel specification, section 9). */
export const hostelPaymentMethods = ['razorpay', 'bank_transfer', 'cash'] as const

/** Page sizes and limits of the lists that students see (hostel specification, section 9). */
export const pageSizes = [5, 10, 20, 50] as const
export const standardPageSize = 10
export const roomPageSizes = [3, 6, 9, 12] as const
export const standardRoomPageSize = 6
export const maxPageButtons = 5
export const facilitiesOnACard = 4

/** Hours for which a freed bed is held for the first student on the waiting list. */
export const offerHours = 48
/** The rent of a month becomes a due this many days before the month begins. */
export const daysAhead = 10
/**
 * The office is warned when it approves a stay that begins more days ahead than this, because the bed would be empty
 * for long.
 */
export const farAheadDays = 60
/** Processing fee for an application: percent of rent, deposit and meals together (hostel specification, section 9). */
export const processingFeePercent = 2

export const addressLength = 300
export const personNameLength = 100
export const phoneLength = 20
export const emailLength = 190
export const requirementsLength = 500
