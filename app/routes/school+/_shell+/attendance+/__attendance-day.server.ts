import { listViewOf } from '~/http/list.server'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { findDay } from '~/models/attendance/day-facts.server'
import { daySorts, dayStates, listDay } from '~/models/attendance/day-list.server'
import { todayInIndia } from '~/models/shared/calendar'
import { dayOf } from './__attendance.server'

/** What the day's list and its file read from their address. */
export async function dayWishOf(staff: StaffSession, request: Request) {
  const view = listViewOf(request, { sorts: daySorts, filters: { date: 'day', state: dayStates } })
  const today = todayInIndia(new Date())
  const day = dayOf(new URL(request.url).searchParams, today)
  const [own, facts] = await Promise.all([teacherSections(staff), findDay(staff.scope, day, today)])
  const ownSectionIds = idsOf(own)
  const wish = { ...view, day, sessionId: facts.session?.id ?? 0, state: view.filters.state, ownSectionIds }
  return { view, today, facts, own: ownSectionIds, wish }
}

/** One page of the sections of a day. */
export async function dayListOf(staff: StaffSession, request: Request) {
  const { wish, ...rest } = await dayWishOf(staff, request)
  const list = await listDay(staff.scope, wish)
  return {
    ...rest,
    list: {
      ...list,
      rows: list.rows.map(({ markedByName, markedAt: _at, ...row }) => ({ ...row, markedBy: markedByName })),
    },
  }
}
