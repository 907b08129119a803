import { teacherSections } from '~/http/route.server'
import { choicesOf } from '~/kit/forms/fields'
import { classChoices, sectionChoices, sessionChoices, subjectChoices } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'

/** Options of the quiz forms by field; a teacher gets own sections and the current session only, and no whole class. */
export async function quizChoices(staff: StaffSession) {
  const { scope } = staff
  const own = await teacherSections(staff)
  const [sessions, classes, sections, subjects] = await Promise.all([
    sessionChoices(scope),
    own ? [] : classChoices(scope),
    own ?? sectionChoices(scope),
    subjectChoices(scope),
  ])
  const ownClasses = new Map(own?.map((section) => [section.classPublicId, section.className]))
  return {
    academicSession: { options: choicesOf(sessions.filter((one) => own === null || one.isCurrent)) },
    class: { options: own ? [...ownClasses].map(([value, label]) => ({ value, label })) : choicesOf(classes) },
    sections: {
      options: sections.map(({ publicId, className, name }) => ({
        value: publicId,
        label: classSection(className, name),
      })),
      hint: own
        ? 'Your sections of the class that take the quiz.'
        : 'Sections of the class that take the quiz; tick none for the whole class.',
    },
    subject: { options: choicesOf(subjects) },
  }
}
