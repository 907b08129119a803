import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import {
  type AreaField,
  type AreaType,
  areaFields,
  areaTypes,
  type Place,
  type PlaceField,
  type PlaceName,
  placeName,
} from './address-options'
import { optionalDigits, optionalText } from './field-schema'
import { pincodeDigits, textLengths } from './options'

type Texts = Exclude<PlaceField, 'pincode' | 'area_type'>

const missing: Record<Texts | 'pincode', () => string> = {
  house_no: m.students_house_no_required,
  street: m.students_street_required,
  pincode: m.students_pincode_invalid,
  state: m.students_state_required,
  district: m.students_district_required,
  post_office: m.students_post_office_required,
  village: m.students_village_required,
  panchayat: m.students_panchayat_required,
  block: m.students_block_required,
  colony: m.students_colony_required,
  city_name: m.students_city_name_required,
  city_ward: m.students_ward_number_required,
  nagar_palika_name: m.students_municipality_name_required,
  nagar_palika_ward: m.students_ward_number_required,
  nagar_nigam_name: m.students_corporation_name_required,
  zone_name: m.students_zone_required,
  nagar_nigam_ward: m.students_ward_number_required,
}

const text = (field: Texts) => optionalText(textLengths[field])
const pincode = () => optionalDigits(pincodeDigits, () => m.students_pincode_invalid())
const area = () => z.enum(areaTypes, { error: () => m.students_area_invalid() }).optional()

const shape = {
  permanent_house_no: text('house_no'),
  permanent_street: text('street'),
  pin: pincode(),
  permanent_state: text('state'),
  permanent_district: text('district'),
  permanent_post_office: text('post_office'),
  permanent_area_type: area(),
  permanent_village: text('village'),
  permanent_panchayat: text('panchayat'),
  permanent_block: text('block'),
  permanent_colony: text('colony'),
  permanent_city_name: text('city_name'),
  permanent_city_ward: text('city_ward'),
  permanent_nagar_palika_name: text('nagar_palika_name'),
  permanent_nagar_palika_ward: text('nagar_palika_ward'),
  permanent_nagar_nigam_name: text('nagar_nigam_name'),
  permanent_zone_name: text('zone_name'),
  permanent_nagar_nigam_ward: text('nagar_nigam_ward'),
  current_house_no: text('house_no'),
  current_street: text('street'),
  current_pincode: pincode(),
  current_state: text('state'),
  current_district: text('district'),
  current_post_office: text('post_office'),
  current_area_type: area(),
  current_village: text('village'),
  current_panchayat: text('panchayat'),
  current_block: text('block'),
  current_colony: text('colony'),
  current_city_name: text('city_name'),
  current_city_ward: text('city_ward'),
  current_nagar_palika_name: text('nagar_palika_name'),
  current_nagar_palika_ward: text('nagar_palika_ward'),
  current_nagar_nigam_name: text('nagar_nigam_name'),
  current_zone_name: text('zone_name'),
  current_nagar_nigam_ward: text('nagar_nigam_ward'),
} satisfies Record<PlaceName, z.ZodType>

/** Both addresses (SP section 5): what an area type needs is asked for, the current one only where it is another. */
export function addressSchema() {
  return z
    .object({
      ...shape,
      same_as_permanent: z.boolean().default(false),
      distance_from_school: optionalText(textLengths.distance_from_school),
    })
    .superRefine((address, context) => {
      const wanting = [
        ...wantingOf('permanent', address, ['house_no', 'street', 'pincode', 'state', 'district', 'post_office']),
        ...(address.same_as_permanent ? [] : wantingOf('current', address, ['house_no', 'street', 'pincode'])),
      ]
      for (const { name, message } of wanting) context.addIssue({ code: 'custom', path: [name], message })
    })
}

export type AddressFields = z.output<ReturnType<typeof addressSchema>>

function wantingOf(
  place: Place,
  address: Partial<Record<PlaceName, string>>,
  always: ReadonlyArray<keyof typeof missing>,
): Array<{ name: PlaceName; message: string }> {
  const given = (field: PlaceField) => address[placeName(place, field)]
  const chosen = given('area_type') as AreaType | undefined
  const needed = [...always, ...(chosen ? areaFields[chosen] : [])].filter((field) => given(field) === undefined)
  const wanting = needed.map((field) => ({ name: placeName(place, field), message: missing[field]() }))
  const details: AreaField[] = Object.values(areaFields).flat()
  if (!chosen && details.some((field) => given(field) !== undefined))
    wanting.push({ name: placeName(place, 'area_type'), message: m.students_area_missing() })
  return wanting
}
