import { teacherSections } from '~/http/route.server'
import { choicesOf } from '~/kit/forms/fields'
import { classChoices, sectionChoices, sessionChoices, subjectChoices } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'

/**
 * Options of the quiz forms by field. A teacher gets only their own sections, the classes of these, and the current
 * session.
 */
export async function quizChoices(staff: StaffSession) {
  const { scope } = staff
  const ownSections = await teacherSections(staff)
  const [sessions, classes, sections, subjects] = await Promise.all([
    sessionChoices(scope),
    ownSections ? [] : classChoices(scope),
    ownSections ?? sectionChoices(scope),
    subjectChoices(scope),
  ])
  const ownClasses = new Map(ownSections?.map((section) => [section.classPublicId, section.className]))
  return {
    academicSession: { options: choicesOf(sessions.filter((one) => ownSections === null || one.isCurrent)) },
    class: { options: ownSections ? [...ownClasses].map(([value, label]) => ({ value, label })) : choicesOf(classes) },
    sections: {
      options: sections.map(({ publicId, className, name }) => ({
        value: publicId,
        label: classSection(className, name),
      })),
      hint: ownSections
        ? 'Your sections of the class; tick those that take the quiz.'
        : 'Sections of the class that take the quiz; tick none for the whole class.',
    },
    subject: { options: choicesOf(subjects) },
  }
}
