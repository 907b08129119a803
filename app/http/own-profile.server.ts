import { listEnrollmentsOf } from '~/models/academics/enrollment-queries.server'
import { findEmailChange } from '~/models/accounts/email-change.server'
import type { StudentSession } from '~/models/accounts/sessions.server'
import { listOwnChangeRequests } from '~/models/students/change-request-queries.server'
import { findSections, listDocuments, type StudentSections } from '~/models/students/find-sections.server'
import { type Section, sections } from '~/models/students/options'
import { persons } from '~/models/students/parent-options'
import { foundOr404 } from './guards.server'
import { paths } from './paths'

/** The tab that the address names; the first where it names none. */
export function tabOf(query: URLSearchParams): Section {
  return sections.find((section) => section === query.get('tab')) ?? 'student'
}

/** What a tab of the student's own profile shows. */
export async function loadOwnProfile({ scope, publicId, photoKey }: StudentSession, tab: Section) {
  const student = foundOr404(await findSections(scope, publicId))
  const hasWishes = tab === 'student' || tab === 'parent'
  const [documents, enrollments, wishes, newEmail] = await Promise.all([
    tab === 'student' || tab === 'documents' ? listDocuments(scope, student) : [],
    tab === 'academic' ? listEnrollmentsOf(scope, publicId) : [],
    hasWishes ? listOwnChangeRequests(scope) : [],
    tab === 'student' ? findEmailChange(scope) : null,
  ])
  const shown = wishes.filter(({ field }) => tab === 'student' || field === 'father_name' || field === 'mother_name')
  const waiting = shown
    .filter(({ state }) => state === 'pending')
    .map((wish) => ({ id: wish.publicId, field: wish.field, value: wish.newValue }))
  const enrollment = enrollments.find((one) => one.isCurrent) ?? enrollments[0]
  return {
    tab,
    version: student.version,
    /** Another one means that something of this tab was saved since. */
    edition: [student.version, newEmail, ...waiting.map(({ id }) => id)].join(' '),
    values: formValues(student),
    aadhaarEnds: Object.fromEntries(persons.map((who) => [who, student.values[`${who}_aadhar_end`] ?? null])),
    documents: documents.map(({ kind, key, fileName }) => ({ kind, key, fileName, href: paths.file(key) })),
    smallPhotoHref: photoKey && paths.file(photoKey),
    enrollment: enrollment
      ? { className: enrollment.className, sectionName: enrollment.sectionName, rollNumber: enrollment.rollNumber }
      : null,
    wishes: shown.map(({ publicId: id, field, newValue, state, reason }) => ({
      publicId: id,
      field,
      newValue,
      state,
      reason,
    })),
    waiting,
    newEmail,
  }
}

/** What a form of the sections begins with. */
export function formValues(
  { values }: StudentSections,
  suggested: Record<string, string | null> = {},
): Record<string, string | boolean> {
  const shown = Object.entries(values).filter(([field]) => !field.endsWith('_aadhar_end'))
  return Object.fromEntries(
    shown.map(([field, value]) => [
      field,
      field === 'rte' || field === 'same_as_permanent' ? value === '1' : (value ?? suggested[field] ?? ''),
    ]),
  )
}
