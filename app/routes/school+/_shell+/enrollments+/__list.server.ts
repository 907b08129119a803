import { idsOf, type ListView, teacherSections } from '~/http/route.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type EnrollmentsQuery, listEnrollments } from '~/models/people/academics/enrollment-queries.server'
import { sessionChoices } from '~/models/people/academics/queries.server'
import { sessionOptions } from '~/models/people/academics/rules'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { sectionsSeen } from '~/routes/school+/_shell+/__sections-seen.server'

/** Enrollments that the staff user may see: a teacher sees only their own sections. */
export async function listSeen(scope: SchoolScope, query: EnrollmentsQuery, staff: StaffSession) {
  return listEnrollments(scope, { ...query, ownSectionIds: idsOf(await teacherSections(staff)) })
}

/** Filter options of the list; without a choice, the current session is shown. */
export async function choicesSeen(scope: SchoolScope, { filters }: ListView, staff: StaffSession) {
  const { session = '' } = filters
  const [sessions, { classes, sections }] = await Promise.all([sessionChoices(scope), sectionsSeen(staff, filters)])
  return {
    sessionName: sessions.find((one) => (session === '' ? one.isCurrent : one.publicId === session))?.name,
    sessions: sessionOptions(sessions.map((one) => (one.isCurrent ? { ...one, publicId: '' } : one))),
    classes,
    sections,
  }
}
