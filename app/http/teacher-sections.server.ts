import { classChoices, sectionChoices } from '~/models/academics/queries.server'
import {
  isFileOfSections,
  type OwnSection,
  sectionsOfTeacher,
  sitsInSections,
} from '~/models/academics/section-queries.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { foundOr404 } from './guards.server'

/** The sections whose students this staff user may see: a teacher's own ones; null for those who see all (decisions, section 1). */
export async function teacherSections(staff: StaffSession): Promise<OwnSection[] | null> {
  return staff.role === 'teacher' ? sectionsOfTeacher(staff.scope, staff.staffId) : null
}

/** What the lists take: the ids alone. */
export function idsOf(own: readonly OwnSection[] | null): number[] | null {
  return own?.map((section) => section.id) ?? null
}

/** A list as its loader reads it: of a teacher's sections alone, or of all. */
export function ofTeacherSections<Query, List>(
  read: (scope: SchoolScope, query: Query, sectionIds: number[] | null) => Promise<List>,
) {
  return async (scope: SchoolScope, query: Query, staff: StaffSession) =>
    read(scope, query, idsOf(await teacherSections(staff)))
}

/** Answers 404 to a teacher for a student who does not sit in one of the own sections now, as for another school's. */
export async function requireOwnStudent(staff: StaffSession, studentPublicId: string): Promise<void> {
  const own = idsOf(await teacherSections(staff))
  if (own && !(await sitsInSections(staff.scope, studentPublicId, own))) foundOr404(null)
}

/** The same for a stored file that is not everybody's. */
export async function requireOwnFile(staff: StaffSession, key: string): Promise<void> {
  const own = idsOf(await teacherSections(staff))
  if (own && !(await isFileOfSections(staff.scope, key, own))) foundOr404(null)
}

/** Classes and sections that a list can be narrowed to; a teacher's own ones. */
export async function classSectionChoices(scope: SchoolScope, own: readonly OwnSection[] | null) {
  if (!own) {
    const [classes, sections] = await Promise.all([classChoices(scope), sectionChoices(scope)])
    return { classes, sections }
  }
  const classes = new Map(own.map((section) => [section.classPublicId, section.className]))
  return { classes: [...classes].map(([publicId, name]) => ({ publicId, name })), sections: own }
}
