import { m } from '~/language/paraglide/messages'

export const travelModes = [
  'School Vehicle',
  'Private Vehicle (Parent)',
  'Third Party Vehicle (Auto/Jeep)',
  'Walking',
  'Bicycle',
  'From Hostel',
  'Other',
] as const
export type TravelMode = (typeof travelModes)[number]

export const stayingWith = [
  'With Family',
  'With Parents',
  'With Relative',
  'Private Hostel',
  'School Hostel',
  'Rented Room',
  'Paying Guest',
  'Hotel',
  'Other',
] as const
export type StayingWith = (typeof stayingWith)[number]

export function travelLabel(mode: TravelMode): string {
  return {
    'School Vehicle': m.students_travel_school_vehicle,
    'Private Vehicle (Parent)': m.students_travel_private_vehicle,
    'Third Party Vehicle (Auto/Jeep)': m.students_travel_third_party,
    Walking: m.students_travel_walking,
    Bicycle: m.students_travel_bicycle,
    'From Hostel': m.students_travel_hostel,
    Other: m.students_travel_other,
  }[mode]()
}

export function stayingLabel(staying: StayingWith): string {
  return {
    'With Family': m.students_stay_family,
    'With Parents': m.students_stay_parents,
    'With Relative': m.students_stay_relative,
    'Private Hostel': m.students_stay_private_hostel,
    'School Hostel': m.students_stay_school_hostel,
    'Rented Room': m.students_stay_rented,
    'Paying Guest': m.students_stay_guest,
    Hotel: m.students_stay_hotel,
    Other: m.students_stay_other,
  }[staying]()
}
