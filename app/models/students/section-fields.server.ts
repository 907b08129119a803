import { everyPlaceField, placeName, places } from './address-options'
import { persons } from './parent-options'

const ofPerson = persons.flatMap((who) => [
  `${who}_occupation`,
  `${who}_mobile`,
  `${who}_aadhar_end`,
  `${who}_education`,
  `${who}_income`,
])

/** Where each fact of a student lives: one home, whichever section's form shows it. Fields and columns have the same names. */
const homes = {
  students: [
    'first_name',
    'last_name',
    'gender',
    'date_of_birth',
    'category',
    'religion',
    'mobile_number',
    'email',
    'rte',
    'nic_id',
    'sr_no',
    'enrollment_number',
  ],
  guardians: ['father_name', 'mother_name', 'guardian_name', 'guardian_relation', ...ofPerson],
  student_addresses: [
    'address',
    ...places.flatMap((place) => everyPlaceField.map((field) => placeName(place, field))),
    'same_as_permanent',
    'distance_from_school',
  ],
  academic_infos: [
    'admission_class',
    'admission_date',
    'admission_number',
    'medium',
    'previous_school',
    'previous_board',
    'previous_class',
    'previous_year',
    'previous_result',
    'previous_school_address',
  ],
  additional_infos: [
    'travel_mode',
    'travel_details',
    'staying_with',
    'staying_details',
    'medical_conditions',
    'allergies',
    'emergency_contact_name',
    'emergency_contact_number',
  ],
} as const satisfies Record<string, readonly string[]>

export type SectionTable = keyof typeof homes

export const sectionTables = Object.keys(homes) as SectionTable[]

const homeOf = new Map<string, SectionTable>(
  sectionTables.flatMap((table) => homes[table].map((field): [string, SectionTable] => [field, table])),
)
// The number itself is written but never read.
for (const who of persons) homeOf.set(`${who}_aadhar`, 'guardians')

/** @throws for a name that is no field of any section: a mistake of ours, never of a form */
export function tableOf(field: string): SectionTable {
  const table = homeOf.get(field)
  if (!table) throw new Error(`No section has the field ${field}`)
  return table
}

/** `table.column AS column` for every field that may be read. */
export const readableColumns = sectionTables
  .flatMap((table) => homes[table].map((field) => `${table}.${field} AS ${field}`))
  .join(', ')
