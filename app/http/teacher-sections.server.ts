import type { SchoolScope } from '~/models/core/shared/scope.server'
import { classChoices, sectionChoices } from '~/models/people/academics/queries.server'
import {
  isEnrolledInSections,
  isFileOfSections,
  type OwnSection,
  sectionsOfTeacher,
} from '~/models/people/academics/section-queries.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { isLimitedToOwnSections } from '~/models/people/accounts/staff/permissions'
import { foundOr404 } from './guards.server'

/** Sections whose students this staff user may see; null for a user who sees all students. */
export async function teacherSections(staff: StaffSession): Promise<OwnSection[] | null> {
  return isLimitedToOwnSections(staff) ? sectionsOfTeacher(staff.scope, staff.staffId) : null
}

export function idsOf(ownSections: readonly OwnSection[] | null): number[] | null {
  return ownSections?.map((section) => section.id) ?? null
}

/**
 * Wraps the function that reads a list for its loader: a user limited to own sections gets only the rows of these
 * sections, others get all rows.
 */
export function ofTeacherSections<Query, List>(
  read: (scope: SchoolScope, query: Query, sectionIds: number[] | null) => Promise<List>,
) {
  return async (scope: SchoolScope, query: Query, staff: StaffSession) =>
    read(scope, query, idsOf(await teacherSections(staff)))
}

/**
 * Throws 404 if the user is limited to own sections and the student is now in another section. The response is the same
 * as for a student of another school.
 */
export async function requireOwnStudent(staff: StaffSession, studentPublicId: string): Promise<void> {
  const ownSectionIds = idsOf(await teacherSections(staff))
  if (ownSectionIds && !(await isEnrolledInSections(staff.scope, studentPublicId, ownSectionIds))) foundOr404(null)
}

/** Throws 404 if the user is limited to own sections and the stored file is neither public nor of a student in them. */
export async function requireOwnFile(staff: StaffSession, key: string): Promise<void> {
  const ownSectionIds = idsOf(await teacherSections(staff))
  if (ownSectionIds && !(await isFileOfSections(staff.scope, key, ownSectionIds))) foundOr404(null)
}

/** Classes and sections for a list's filter; for a teacher only the teacher's own. */
export async function classSectionChoices(scope: SchoolScope, ownSections: readonly OwnSection[] | null) {
  if (!ownSections) {
    const [classes, sections] = await Promise.all([classChoices(scope), sectionChoices(scope)])
    return { classes, sections }
  }
  const classes = new Map(ownSections.map((section) => [section.classPublicId, section.className]))
  return { classes: [...classes].map(([publicId, name]) => ({ publicId, name })), sections: ownSections }
}
