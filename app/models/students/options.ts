import { m } from '~/language/paraglide/messages'

// Options and limits of SP sections 5 and 9.
export const genders = ['Male', 'Female', 'Other'] as const
export type Gender = (typeof genders)[number]

export const categories = ['General', 'SC', 'ST', 'OBC', 'Other'] as const
export type Category = (typeof categories)[number]

export const religions = ['Hindu', 'Muslim', 'Christian', 'Sikh', 'Buddhist', 'Jain', 'Other'] as const
export type Religion = (typeof religions)[number]

/** Both forms that ask for it offer these four (decisions, section 5). */
export const mediums = ['English', 'Hindi', 'Gujarati', 'Other'] as const
export type Medium = (typeof mediums)[number]

/** The six sections of a student, as the tabs name them in addresses. */
export const sections = ['student', 'address', 'parent', 'academic', 'documents', 'additional'] as const
export type Section = (typeof sections)[number]

/** Most characters of each text that is not a name; as wide as its column. */
export const textLengths = {
  nic_id: 30,
  sr_no: 30,
  house_no: 60,
  street: 120,
  state: 60,
  district: 60,
  post_office: 60,
  village: 80,
  panchayat: 80,
  block: 80,
  colony: 80,
  city_name: 80,
  city_ward: 40,
  nagar_palika_name: 80,
  nagar_palika_ward: 40,
  nagar_nigam_name: 80,
  zone_name: 80,
  nagar_nigam_ward: 40,
  distance_from_school: 20,
  education: 80,
  income: 40,
  previous_school: 160,
  previous_board: 80,
  previous_class: 40,
  previous_year: 20,
  previous_result: 40,
  previous_school_address: 300,
  admission_class: 40,
  admission_number: 30,
  travel_details: 200,
  staying_details: 200,
  medical_conditions: 300,
  allergies: 300,
} as const

export const nameLength = 60
export const parentNameLength = 120
export const addressLength = 300
export const emailLength = 190
export const enrollmentNumberLength = 30
export const mobileDigits = 10
export const pincodeDigits = 6
export const earliestBirth = '1930-01-01'

/** Siblings may share an e-mail or a mobile number, up to this many accounts of a school (decisions, section 1). */
export const accountsSharingAName = 8
/** A sign-in looks at so many accounts of all schools at most, and at so many registrations: each costs an argon2 check. */
export const mostAccountsChecked = 3 * accountsSharingAName

export function genderLabel(gender: Gender): string {
  return { Male: m.students_gender_male, Female: m.students_gender_female, Other: m.students_gender_other }[gender]()
}

export function categoryLabel(category: Category): string {
  return {
    General: m.students_category_general,
    SC: m.students_category_sc,
    ST: m.students_category_st,
    OBC: m.students_category_obc,
    Other: m.students_category_other,
  }[category]()
}

export function religionLabel(religion: Religion): string {
  return {
    Hindu: m.students_religion_hindu,
    Muslim: m.students_religion_muslim,
    Christian: m.students_religion_christian,
    Sikh: m.students_religion_sikh,
    Buddhist: m.students_religion_buddhist,
    Jain: m.students_religion_jain,
    Other: m.students_religion_other,
  }[religion]()
}

export function mediumLabel(medium: Medium): string {
  return {
    English: m.students_medium_english,
    Hindi: m.students_medium_hindi,
    Gujarati: m.students_medium_gujarati,
    Other: m.students_medium_other,
  }[medium]()
}

export function sectionLabel(section: Section): string {
  return {
    student: m.students_tab_student,
    address: m.students_tab_address,
    parent: m.students_tab_parent,
    academic: m.students_tab_academic,
    documents: m.students_tab_documents,
    additional: m.students_tab_additional,
  }[section]()
}
