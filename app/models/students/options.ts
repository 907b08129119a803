import { m } from '~/language/paraglide/messages'

/** The six sections of a student, as the tabs name them in addresses. */
export const sections = ['student', 'address', 'parent', 'academic', 'documents', 'additional'] as const
export type Section = (typeof sections)[number]

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

/** Most characters of what other forms ask for as well. */
export const nameLength = 60
export const emailLength = 190
export const enrollmentNumberLength = 30
export const admissionNumberLength = 30
export const lastSchoolLength = 160

/** Siblings may share an e-mail or a mobile number, up to this many accounts of a school (decisions, section 1). */
export const accountsSharingAName = 8
/** A sign-in looks at so many accounts of all schools at most, and at so many registrations: each costs an argon2 check. */
export const maxAccountsChecked = 3 * accountsSharingAName
