import { listViewOf } from '~/http/list.server'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { absenteeSorts } from '~/models/attendance/absentees.server'
import { absenteeStates } from '~/models/attendance/options'
import { todayInIndia } from '~/models/shared/calendar'
import { dayOf } from './__attendance.server'

/** What the address of the absentees asks for; page and file read it alike. */
export async function absenteeWishOf(staff: StaffSession, request: Request) {
  const view = listViewOf(request, { sorts: absenteeSorts, filters: { date: 'day', status: absenteeStates } })
  const today = todayInIndia(new Date())
  const day = dayOf(new URL(request.url).searchParams, today)
  const status = absenteeStates.find((one) => one === view.filters.status) ?? 'absent'
  return { view, today, wish: { ...view, day, status, ownSectionIds: idsOf(await teacherSections(staff)) } }
}
