import {
  classSectionChoices,
  foundOr404,
  idOr404,
  idsOf,
  requireOwnStudent,
  teacherSections,
} from '~/http/route.server'
import { choicesOf } from '~/kit/forms/fields'
import { audienceNames } from '~/models/contact/notices/notice-fields'
import { audiences, teacherAudiences } from '~/models/contact/notices/options'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { classSection } from '~/models/people/academics/rules'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { isLimitedToOwnSections } from '~/models/people/accounts/staff/permissions'
import { findStudentRecord } from '~/models/people/students/queries.server'

/** Audiences that the staff user may choose; a teacher gets only their own sections and the students in them. */
export async function audienceChoices(staff: StaffSession) {
  const ownSections = await teacherSections(staff)
  const { classes, sections } = await classSectionChoices(staff.scope, ownSections)
  return {
    audience: {
      options: (ownSections ? teacherAudiences : audiences).map((value) => ({ value, label: audienceNames[value] })),
    },
    classPublicId: ownSections ? null : { options: choicesOf(classes) },
    sectionPublicId: {
      options: sections.map((one) => ({ value: one.publicId, label: classSection(one.className, one.name) })),
    },
  }
}

/**
 * Default audience of a new form: the student of the URL, otherwise the whole school, or a section for a teacher.
 * @throws Response 404
 */
export async function firstAudience(scope: SchoolScope, query: URLSearchParams, staff: StaffSession) {
  const studentId = idOr404(query, 'student')
  if (studentId === '') return { audience: isLimitedToOwnSections(staff) ? ('section' as const) : ('school' as const) }
  await requireOwnStudent(staff, studentId)
  const { enrollmentNumber } = foundOr404(await findStudentRecord(scope, studentId))
  return { audience: 'student' as const, enrollmentNumber }
}

type Own = number[] | null

/** Adapts the use cases of notices or events to a staff user: a teacher is limited to their own sections. */
export function forStaff<Known extends { mayEdit: boolean }, Values, Made, Updated, Removed>(useCases: {
  find: (scope: SchoolScope, id: string, ownSectionIds: Own) => Promise<Known | null>
  create: (scope: SchoolScope, formKey: string, values: Values, ownSectionIds: Own) => Promise<Made>
  update: (scope: SchoolScope, id: string, version: number, values: Values, ownSectionIds: Own) => Promise<Updated>
  remove: (scope: SchoolScope, id: string, ownSectionIds: Own) => Promise<Removed>
}) {
  const ownOf = async (staff: StaffSession) => idsOf(await teacherSections(staff))
  return {
    /** Returns the entry if the staff user may edit it, otherwise null. */
    find: async (scope: SchoolScope, id: string, staff: StaffSession) => {
      const entry = await useCases.find(scope, id, await ownOf(staff))
      return entry?.mayEdit ? entry : null
    },
    create: async (scope: SchoolScope, formKey: string, values: Values, _at: unknown, staff: StaffSession) =>
      useCases.create(scope, formKey, values, await ownOf(staff)),
    update: async (scope: SchoolScope, id: string, version: number, values: Values, staff: StaffSession) =>
      useCases.update(scope, id, version, values, await ownOf(staff)),
    remove: async (scope: SchoolScope, id: string, staff: StaffSession) =>
      useCases.remove(scope, id, await ownOf(staff)),
  }
}
