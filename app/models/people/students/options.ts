import { m } from '~/language/paraglide/messages'

/** The six sections of a student, by their names in URLs. */
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

export const nameLength = 60
export const emailLength = 190
export const enrollmentNumberLength = 30
export const admissionNumberLength = 30
export const lastSchoolLength = 160

/** Maximum number of accounts of a school with one e-mail or mobile number, which siblings share. */
export const accountsSharingAName = 8
/**
 * Maximum number of accounts that one sign-in checks, across all schools; the same limit applies to registrations,
 * separately. Each check costs an argon2 verification.
 */
export const maxAccountsChecked = 3 * accountsSharingAName
