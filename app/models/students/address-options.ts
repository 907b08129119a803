import { m } from '~/language/paraglide/messages'

export const areaTypes = ['rural', 'city', 'nagar_palika', 'nagar_nigam'] as const
export type AreaType = (typeof areaTypes)[number]

/** What each kind of area needs to be told of (SP section 5); the details of the other kinds are not kept. */
export const areaFields = {
  rural: ['village', 'panchayat', 'block'],
  city: ['colony', 'city_name', 'city_ward'],
  nagar_palika: ['nagar_palika_name', 'nagar_palika_ward'],
  nagar_nigam: ['nagar_nigam_name', 'zone_name', 'nagar_nigam_ward'],
} as const satisfies Record<AreaType, readonly string[]>
export type AreaField = (typeof areaFields)[AreaType][number]

export const placeFields = ['house_no', 'street', 'pincode', 'state', 'district', 'post_office', 'area_type'] as const
export type PlaceField = (typeof placeFields)[number] | AreaField
export const everyPlaceField: readonly PlaceField[] = [...placeFields, ...Object.values(areaFields).flat()]

export const places = ['permanent', 'current'] as const
export type Place = (typeof places)[number]

/** Names as the specification has them: the permanent pincode is `pin`, all else carries its place in front. */
export type PlaceName = `permanent_${Exclude<PlaceField, 'pincode'>}` | 'pin' | `current_${PlaceField}`

/** The form's and the column's name of a part of one of the two addresses. */
export function placeName(place: Place, field: PlaceField): PlaceName {
  if (place === 'current') return `current_${field}`
  return field === 'pincode' ? 'pin' : `permanent_${field}`
}

export function areaLabel(area: AreaType): string {
  return {
    rural: m.students_area_rural,
    city: m.students_area_city,
    nagar_palika: m.students_area_nagar_palika,
    nagar_nigam: m.students_area_nagar_nigam,
  }[area]()
}

export function placeLabel(place: Place): string {
  return place === 'permanent' ? m.students_permanent_address() : m.students_current_address()
}

export function placeFieldLabel(field: PlaceField): string {
  return {
    house_no: m.students_house_no,
    street: m.students_street,
    pincode: m.students_pincode,
    state: m.students_state,
    district: m.students_district,
    post_office: m.students_post_office,
    area_type: m.students_area_type,
    village: m.students_village,
    panchayat: m.students_panchayat,
    block: m.students_block,
    colony: m.students_colony,
    city_name: m.students_city_name,
    city_ward: m.students_ward_number,
    nagar_palika_name: m.students_municipality_name,
    nagar_palika_ward: m.students_ward_number,
    nagar_nigam_name: m.students_corporation_name,
    zone_name: m.students_zone,
    nagar_nigam_ward: m.students_ward_number,
  }[field]()
}
