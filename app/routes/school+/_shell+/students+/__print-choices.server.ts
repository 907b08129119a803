import { classSectionChoices, teacherSections } from '~/http/route.server'
import { sessionChoices } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { printTroubles, printViewOf } from './__students-to-print.server'

/** What the pages before a print offer, what the address has chosen already, and why nothing was printed. */
export async function printChoices(request: Request, staff: StaffSession) {
  const { scope } = staff
  const { filters, search } = printViewOf(request)
  const [sessions, { classes, sections }] = await Promise.all([
    sessionChoices(scope),
    classSectionChoices(scope, await teacherSections(staff)),
  ])
  const trouble = new URL(request.url).searchParams.get('trouble')
  const chosenClass = classes.find((one) => one.publicId === filters.class)
  return {
    trouble: printTroubles.find((one) => one === trouble) ?? null,
    chosen: {
      session: filters.session,
      class: filters.class,
      section: filters.section,
      status: filters.status,
      search,
    },
    sessions: sessions.map(({ publicId, name }) => ({ value: publicId, label: name })),
    classes: classes.map(({ publicId, name }) => ({ value: publicId, label: name })),
    sections: sections
      .filter((one) => !chosenClass || one.className === chosenClass.name)
      .map(({ publicId, className, name }) => ({ value: publicId, label: classSection(className, name) })),
  }
}
