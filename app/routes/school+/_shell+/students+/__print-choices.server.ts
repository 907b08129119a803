import { choicesOf } from '~/kit/forms/fields'
import { sessionChoices } from '~/models/people/academics/queries.server'
import type { StaffSession } from '~/models/people/accounts/sign-in/sessions.server'
import { sectionsSeen } from '~/routes/school+/_shell+/__sections-seen.server'
import { printTroubles, printViewOf } from './__students-to-print.server'

/** Options of the page on which users choose what to print, the choices in its URL, and why nothing was printed. */
export async function printChoices(request: Request, staff: StaffSession) {
  const { filters, search } = printViewOf(request)
  const { student: _, ...chosen } = filters
  const [sessions, { classes, sections }] = await Promise.all([
    sessionChoices(staff.scope),
    sectionsSeen(staff, { class: filters.class }),
  ])
  const trouble = new URL(request.url).searchParams.get('trouble')
  return {
    trouble: printTroubles.find((one) => one === trouble) ?? null,
    chosen: { ...chosen, search },
    sessions: choicesOf(sessions),
    classes,
    sections,
  }
}
