import { m } from '~/language/paraglide/messages'

// Options and limits of SP sections 5 and 9.
export const genders = ['Male', 'Female', 'Other'] as const
export type Gender = (typeof genders)[number]

export const categories = ['General', 'SC', 'ST', 'OBC', 'Other'] as const
export type Category = (typeof categories)[number]

export const nameLength = 60
export const parentNameLength = 120
export const addressLength = 300
export const emailLength = 190
export const enrollmentNumberLength = 30
export const mobileDigits = 10
export const earliestBirth = '1930-01-01'

/** Siblings may share an e-mail or a mobile number, up to this many accounts of a school (decisions, section 1). */
export const accountsSharingAName = 8

export const studentsPerPage = 20

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
