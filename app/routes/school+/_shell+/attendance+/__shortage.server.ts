import { foundOr404 } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import { type SessionChoice, sessionChoices } from '~/models/academics/queries.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { daysOfMonth } from '~/models/attendance/rules'
import { shortageSorts } from '~/models/attendance/shortage.server'
import { isDay } from '~/models/shared/calendar'

/** What the address of the list below 75 % asks for; page and file read it alike. A month outside the session is as none. */
export async function shortageWishOf(staff: StaffSession, request: Request) {
  const view = listViewOf(request, { sorts: shortageSorts, filters: { session: 'id', section: 'id' } })
  const [own, all] = await Promise.all([teacherSections(staff), sessionChoices(staff.scope)])
  // Last year's pupils are not a class teacher's any more.
  const sessions = own ? all.filter((one) => one.isCurrent) : all
  const session = view.filters.session
    ? foundOr404(sessions.find((one) => one.publicId === view.filters.session))
    : (sessions.find((one) => one.isCurrent) ?? sessions[0])
  const month = session ? monthIn(session, new URL(request.url).searchParams.get('month') ?? '') : ''
  const days = month === '' ? [] : daysOfMonth(month)
  const filters = { ...view.filters, month }
  return {
    view: { ...view, filters, isNarrowed: view.isNarrowed || month !== '' },
    own,
    sessions,
    session,
    wish: {
      ...view,
      session: session?.publicId ?? '',
      from: days[0] ?? session?.startsOn ?? '1000-01-01',
      until: days.at(-1) ?? session?.endsOn ?? '1000-01-01',
      section: view.filters.section,
      ownSectionIds: idsOf(own),
    },
  }
}

function monthIn(session: SessionChoice, asked: string): string {
  const isMonth = isDay(`${asked}-01`) && asked >= session.startsOn.slice(0, 7) && asked <= session.endsOn.slice(0, 7)
  return isMonth ? asked : ''
}
