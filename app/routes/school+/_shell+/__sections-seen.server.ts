import { classSectionChoices, teacherSections } from '~/http/route.server'
import { choicesOf } from '~/kit/forms/fields'
import { sectionOptions } from '~/models/people/academics/rules'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'

/**
 * Classes and sections to choose from, for a teacher own ones only; once a class is chosen, its sections and the
 * selected one.
 */
export async function sectionsSeen(staff: StaffSession, chosen: Readonly<Record<string, string>>) {
  const own = await teacherSections(staff)
  const { classes, sections } = await classSectionChoices(staff.scope, own)
  const ofClass = classes.find((one) => one.publicId === chosen.class)
  const shown = sections.filter((one) => !ofClass || one.className === ofClass.name || one.publicId === chosen.section)
  return { isOwn: own !== null, classes: choicesOf(classes), sections: sectionOptions(shown) }
}
