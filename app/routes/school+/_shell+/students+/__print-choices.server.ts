import { classSectionChoices, teacherSections } from '~/http/route.server'
import { sessionChoices } from '~/models/academics/queries.server'
import { sectionOptions } from '~/models/academics/rules'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { choicesOf } from '~/models/shared/fields'
import { printTroubles, printViewOf } from './__students-to-print.server'

/** What the pages before a print offer, what the address has chosen already, and why nothing was printed. */
export async function printChoices(request: Request, staff: StaffSession) {
  const { scope } = staff
  const { filters, search } = printViewOf(request)
  const { student: _, ...chosen } = filters
  const [sessions, { classes, sections }] = await Promise.all([
    sessionChoices(scope),
    classSectionChoices(scope, await teacherSections(staff)),
  ])
  const trouble = new URL(request.url).searchParams.get('trouble')
  const chosenClass = classes.find((one) => one.publicId === filters.class)
  return {
    trouble: printTroubles.find((one) => one === trouble) ?? null,
    chosen: { ...chosen, search },
    sessions: choicesOf(sessions),
    classes: choicesOf(classes),
    sections: sectionOptions(sections.filter((one) => !chosenClass || one.className === chosenClass.name)),
  }
}
