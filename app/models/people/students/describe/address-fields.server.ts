import { box, type Field, type Fields, type Form, field, form, keptAs } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { m } from '~/language/paraglide/messages'
import { textOf, type Words } from '~/models/core/shared/words'

const addressKinds = ['permanent', 'current'] as const
type AddressKind = (typeof addressKinds)[number]

const line = (label: Words, max: number, required: Words) => field.line(label, max, { required })

const pincode = field.line(m.students_pincode, 6, {
  required: m.students_pincode_invalid,
  pattern: { looks: /^\d{6}$/, words: m.students_pincode_invalid },
  control: { inputMode: 'numeric' },
})

const areaWords = {
  rural: m.students_area_rural,
  city: m.students_area_city,
  nagar_palika: m.students_area_nagar_palika,
  nagar_nigam: m.students_area_nagar_nigam,
}

/** Required details of each kind of area (student specification, section 5); those of other kinds are not stored. */
const areaFields = {
  rural: {
    village: line(m.students_village, 80, m.students_village_required),
    panchayat: line(m.students_panchayat, 80, m.students_panchayat_required),
    block: line(m.students_block, 80, m.students_block_required),
  },
  city: {
    colony: line(m.students_colony, 80, m.students_colony_required),
    city_name: line(m.students_city_name, 80, m.students_city_name_required),
    city_ward: line(m.students_ward_number, 40, m.students_ward_number_required),
  },
  nagar_palika: {
    nagar_palika_name: line(m.students_municipality_name, 80, m.students_municipality_name_required),
    nagar_palika_ward: line(m.students_ward_number, 40, m.students_ward_number_required),
  },
  nagar_nigam: {
    nagar_nigam_name: line(m.students_corporation_name, 80, m.students_corporation_name_required),
    zone_name: line(m.students_zone, 80, m.students_zone_required),
    nagar_nigam_ward: line(m.students_ward_number, 40, m.students_ward_number_required),
  },
}
const areas = Object.keys(areaWords) as (keyof typeof areaWords)[]

/** Field names of the specification: the permanent pincode is `pin`, all other names have the address as prefix. */
const nameOf = (kind: AddressKind, part: string) =>
  kind === 'permanent' && part === 'pincode' ? 'pin' : `${kind}_${part}`

/** Begins errors of the current address with "Current address", because the permanent one has the same fields. */
function ofCurrent(kind: AddressKind, addressField: Field): Field {
  const { missing } = addressField
  if (kind === 'permanent' || missing === null) return addressField
  return { ...addressField, missing: () => `${m.students_current_address()}: ${textOf(missing)}` }
}

/** Box of one of the two addresses; the current one requires only house, street and pincode. */
function addressBox(kind: AddressKind) {
  const nameFields = (parts: Fields): Fields =>
    keptAs(
      'contact',
      Object.fromEntries(Object.entries(parts).map(([part, of]) => [nameOf(kind, part), ofCurrent(kind, of)])),
    )
  const maybe = (addressField: Field) => (kind === 'permanent' ? addressField : { ...addressField, missing: null })
  const isPermanent = kind === 'permanent'
  return box(
    {
      title: isPermanent ? m.students_permanent_address : m.students_current_address,
      ...(isPermanent ? {} : { when: { field: 'same_as_permanent', is: false } }),
    },
    nameFields({
      house_no: line(m.students_house_no, 60, m.students_house_no_required),
      street: line(m.students_street, 120, m.students_street_required),
      post_office: maybe(line(m.students_post_office, 60, m.students_post_office_required)),
    }),
    nameFields({
      district: maybe(line(m.students_district, 60, m.students_district_required)),
      state: maybe(line(m.students_state, 60, m.students_state_required)),
      pincode,
    }),
    nameFields({ area_type: field.choice(m.students_area_type, areaWords, { invalid: m.students_area_invalid }) }),
    ...areas.map((area) =>
      box(
        {
          title: () => m.students_area_when({ area: areaWords[area]() }),
          when: { field: nameOf(kind, 'area_type'), is: area },
        },
        nameFields(areaFields[area]),
      ),
    ),
  )
}

/**
 * Address Information (student specification, section 5): permanent address, current address if different, and the way
 * to school.
 */
export const addressForm = form(
  'address',
  addressBox('permanent'),
  {
    same_as_permanent: field.tick(() => `${m.students_current_address()}: ${m.students_same_as_permanent()}`, {
      keep: 'contact',
    }),
  },
  addressBox('current'),
  {
    distance_from_school: field.line(m.students_distance_from_school, 20, {
      hint: m.students_distance_hint,
      keep: 'contact',
      pattern: { looks: /^\d{1,3}(\.\d{1,3})?$/, words: m.students_distance_invalid },
      control: { inputMode: 'decimal', className: 'input input-short' },
    }),
  },
)

const details = Object.values(areaFields).flatMap((parts) => Object.keys(parts))
const currentFields = Object.keys(addressForm.fields).filter((name) => name.startsWith('current_'))

/** Parses both addresses; a current address marked as the same becomes a copy of the permanent one. */
export const addressSchema = schemaOf(addressForm as Form, (values, say) => {
  for (const kind of addressKinds) {
    const counts = kind === 'permanent' || values.same_as_permanent === false
    const area = nameOf(kind, 'area_type')
    if (counts && !values[area] && details.some((part) => values[nameOf(kind, part)]))
      say(area, m.students_area_missing())
  }
}).transform((values): Record<string, unknown> => {
  if (values.same_as_permanent !== true) return values
  const copied = currentFields.map((name) => [name, values[nameOf('permanent', name.slice('current_'.length))] ?? null])
  return { ...values, ...Object.fromEntries(copied) }
})
