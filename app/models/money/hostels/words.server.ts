import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatPaise } from '~/models/core/shared/money'
import { labelsFor } from '~/models/money/subscriptions/words'
import type { ApplicationStatus, Facility, GenderType, HostelType, RoomType, Semester } from './options'
import type { FeeStatus } from './stay/fee-status'

/*
 * Labels of hostels in the request's language. Loaders translate them to keep the lists out of the browser's script.
 */

export const genderWord = labelsFor<GenderType>({
  boys: m.hostels_boys,
  girls: m.hostels_girls,
  mixed: m.hostels_mixed,
})

export const hostelTypeWord = labelsFor<HostelType>({
  ac: m.hostels_type_ac,
  deluxe: m.hostels_type_deluxe,
  premium: m.hostels_type_premium,
  standard: m.hostels_type_standard,
})

export const roomTypeWord = labelsFor<RoomType>({
  single: m.hostels_room_single,
  double: m.hostels_room_double,
  triple: m.hostels_room_triple,
  four_sharing: m.hostels_room_four_sharing,
  dormitory: m.hostels_room_dormitory,
})

export const facilityWord = labelsFor<Facility>({
  wifi: m.hostels_facility_wifi,
  ac: m.hostels_facility_ac,
  attached_bathroom: m.hostels_facility_attached_bathroom,
  tv: m.hostels_facility_tv,
  furnished: m.hostels_facility_furnished,
  balcony: m.hostels_facility_balcony,
  meal_plan: m.hostels_facility_meal_plan,
})

export const statusWord = labelsFor<ApplicationStatus>({
  pending: m.hostels_status_pending,
  approved: m.hostels_status_approved,
  rejected: m.hostels_status_rejected,
  waitlisted: m.hostels_status_waitlisted,
  cancelled: m.hostels_status_cancelled,
})

export const statusTones = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  waitlisted: 'info',
  cancelled: 'neutral',
} as const satisfies Record<ApplicationStatus, string>

export const feeStatusWord = labelsFor<FeeStatus>({
  completed: m.hostels_fee_completed,
  pending: m.hostels_fee_pending,
  other: m.hostels_fee_other,
})

const englishOrdinals = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th']

export function semesterWord(semester: Semester): string {
  if (semester === 'full_year') return m.hostels_full_year()
  const ordinal = englishOrdinals[Number(semester) - 1] ?? semester
  return m.hostels_semester({ number: currentLanguage() === 'en' ? ordinal : semester })
}

export function monthly(paise: number): string {
  return m.hostels_a_month({ amount: formatPaise(paise, { style: 'short' }) })
}
