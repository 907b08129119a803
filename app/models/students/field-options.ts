import { m } from '~/language/paraglide/messages'
import { stayingLabel, stayingWith, travelLabel, travelModes } from './additional-options'
import {
  areaLabel,
  areaTypes,
  everyPlaceField,
  placeFieldLabel,
  placeLabel,
  placeName,
  places,
} from './address-options'
import { documentKinds } from './document-file-options'
import { documentLabel } from './document-options'
import {
  categories,
  categoryLabel,
  genderLabel,
  genders,
  mediumLabel,
  mediums,
  religionLabel,
  religions,
} from './options'
import {
  guardianRelations,
  occupationLabel,
  occupations,
  personLabel,
  personNameLabel,
  persons,
  relationLabel,
} from './parent-options'

/** What a field of the six sections is called where it stands alone, as in "what changed". */
export function fieldLabel(field: string): string {
  return own[field]?.() ?? labelOfPlace(field) ?? labelOfPerson(field) ?? labelOfDocument(field) ?? field
}

/** A stored value as people read it. */
export function shownValue(field: string, value: string | null): string {
  if (value === null) return '–'
  if (field === 'rte' || field === 'same_as_permanent') return value === '1' ? m.profile_yes() : m.profile_no()
  return labelOfChoice(field, value) ?? value
}

/** What one of a list is called; texts that people typed are what they are. */
function labelOfChoice(field: string, value: string): string | undefined {
  const of = <Choice extends string>(choices: readonly Choice[], label: (choice: Choice) => string) => {
    const found = choices.find((one) => one === value)
    return found && label(found)
  }
  if (field.endsWith('_area_type')) return of(areaTypes, areaLabel)
  if (field.endsWith('_occupation')) return of(occupations, occupationLabel)
  const ofField: Record<string, () => string | undefined> = {
    gender: () => of(genders, genderLabel),
    category: () => of(categories, categoryLabel),
    religion: () => of(religions, religionLabel),
    medium: () => of(mediums, mediumLabel),
    guardian_relation: () => of(guardianRelations, relationLabel),
    travel_mode: () => of(travelModes, travelLabel),
    staying_with: () => of(stayingWith, stayingLabel),
  }
  return ofField[field]?.()
}

const own: Record<string, () => string> = {
  first_name: m.students_first_name,
  last_name: m.students_last_name,
  gender: m.students_gender,
  date_of_birth: m.students_date_of_birth,
  category: m.students_category,
  religion: m.students_religion,
  mobile_number: m.students_mobile_number,
  email: m.students_email,
  rte: m.students_rte,
  nic_id: m.students_nic_id,
  sr_no: m.students_sr_no,
  enrollment_number: m.students_enrollment_number,
  address: m.students_address,
  same_as_permanent: m.students_same_as_permanent,
  distance_from_school: m.students_distance_from_school,
  guardian_relation: m.students_guardian_relation,
  medium: m.students_medium,
  admission_class: m.students_admission_class,
  admission_date: m.students_admission_date,
  admission_number: m.students_admission_number,
  previous_school: m.students_previous_school,
  previous_board: m.students_previous_board,
  previous_class: m.students_previous_class,
  previous_year: m.students_previous_year,
  previous_result: m.students_previous_result,
  previous_school_address: m.students_previous_school_address,
  travel_mode: m.students_travel_mode,
  travel_details: m.students_travel_details,
  staying_with: m.students_staying_with,
  staying_details: m.students_staying_details,
  medical_conditions: m.students_medical_conditions,
  allergies: m.students_allergies,
  emergency_contact_name: m.students_emergency_contact_name,
  emergency_contact_number: m.students_emergency_contact_number,
}

const ofPerson: Record<string, () => string> = {
  occupation: m.students_occupation,
  mobile: m.students_mobile_number,
  aadhar: m.students_aadhar,
  education: m.students_education,
  income: m.students_income,
}

/** What a fact of a parent or guardian is called below the person's name: `mobile`, `income`. */
export function personFactLabel(fact: string): string {
  return ofPerson[fact]?.() ?? fact
}

function labelOfPlace(name: string): string | undefined {
  for (const place of places) {
    const field = everyPlaceField.find((one) => placeName(place, one) === name)
    if (field) return `${placeLabel(place)}: ${placeFieldLabel(field)}`
  }
}

function labelOfPerson(name: string): string | undefined {
  const who = persons.find((one) => name.startsWith(`${one}_`))
  const fact = who && name.slice(who.length + 1)
  if (!who || !fact) return undefined
  if (fact === 'name') return personNameLabel(who)
  return ofPerson[fact] && `${personLabel(who)}: ${personFactLabel(fact)}`
}

function labelOfDocument(name: string): string | undefined {
  const kind = documentKinds.find((one) => one === name)
  return kind && documentLabel(kind)
}
