import { classSectionChoices, idsOf, type ListView, teacherSections } from '~/http/route.server'
import { type EnrollmentsQuery, listEnrollments } from '~/models/academics/enrollment-queries.server'
import { sessionChoices } from '~/models/academics/queries.server'
import { sectionOptions, sessionOptions } from '~/models/academics/rules'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { choicesOf } from '~/models/shared/fields'
import type { SchoolScope } from '~/models/shared/scope.server'

/** The enrollments that somebody may see: a teacher those of the own sections. */
export async function listSeen(scope: SchoolScope, query: EnrollmentsQuery, staff: StaffSession) {
  return listEnrollments(scope, { ...query, ownSectionIds: idsOf(await teacherSections(staff)) })
}

/** What the list can be narrowed to; the current session is the one without a choice. */
export async function choicesSeen(scope: SchoolScope, { filters }: ListView, staff: StaffSession) {
  const { session = '', class: ofClass, section } = filters
  const own = await teacherSections(staff)
  const [sessions, { classes, sections }] = await Promise.all([sessionChoices(scope), classSectionChoices(scope, own)])
  const chosen = classes.find((one) => one.publicId === ofClass)
  return {
    sessionName: sessions.find((one) => (session === '' ? one.isCurrent : one.publicId === session))?.name,
    sessions: sessionOptions(sessions.map((one) => (one.isCurrent ? { ...one, publicId: '' } : one))),
    classes: choicesOf(classes),
    sections: sectionOptions(
      sections.filter((one) => !chosen || one.className === chosen.name || one.publicId === section),
    ),
  }
}
