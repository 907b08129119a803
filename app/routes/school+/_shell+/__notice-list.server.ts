import { listViewOf } from '~/http/list.server'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { eventSorts } from '~/models/notices/list-events.server'
import { noticeSorts } from '~/models/notices/list-notices.server'
import { audiences, eventTypes, noticeStates } from '~/models/notices/options'

/** What the list of notices and its file are asked for. */
export async function noticesViewOf(request: Request, staff: StaffSession) {
  const view = listViewOf(request, { sorts: noticeSorts, filters: { audience: audiences, state: noticeStates } })
  const { audience, state } = view.filters
  const wish = {
    ...view,
    audience: audiences.find((one) => one === audience) ?? ('' as const),
    state: noticeStates.find((one) => one === state) ?? ('' as const),
    ownSectionIds: idsOf(await teacherSections(staff)),
  }
  return { view, wish }
}

/** What the list of events and its file are asked for. */
export async function eventsViewOf(request: Request, staff: StaffSession) {
  const view = listViewOf(request, {
    sorts: eventSorts,
    filters: { audience: audiences, type: eventTypes, state: noticeStates },
  })
  const { audience, type, state } = view.filters
  const wish = {
    ...view,
    audience: audiences.find((one) => one === audience) ?? ('' as const),
    type: eventTypes.find((one) => one === type) ?? ('' as const),
    state: noticeStates.find((one) => one === state) ?? ('' as const),
    ownSectionIds: idsOf(await teacherSections(staff)),
  }
  return { view, wish }
}
