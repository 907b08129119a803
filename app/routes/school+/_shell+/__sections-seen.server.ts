import { classSectionChoices, teacherSections } from '~/http/route.server'
import { choicesOf } from '~/kit/forms/fields'
import { sectionOptions } from '~/models/people/academics/rules'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'

/**
 * Choices of classes and sections; teachers get only their own. Once a class is chosen, only its sections and the
 * selected section are offered.
 */
export async function sectionsSeen(staff: StaffSession, filters: Readonly<Record<string, string>>) {
  const ownSections = await teacherSections(staff)
  const { classes, sections } = await classSectionChoices(staff.scope, ownSections)
  const ofClass = classes.find((one) => one.publicId === filters.class)
  const visibleSections = sections.filter(
    (one) => !ofClass || one.className === ofClass.name || one.publicId === filters.section,
  )
  return { isOwn: ownSections !== null, classes: choicesOf(classes), sections: sectionOptions(visibleSections) }
}
