import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

/** What is said while a page is on its way, by its address: once for the page, once for its tab of applications where it has one. */
const words: Record<string, readonly [page: () => string, applications?: () => string]> = {
  [paths.student.fees]: [m.fees_loading],
  [paths.student.dashboard]: [m.dashboard_loading],
  [paths.student.profile()]: [m.profile_loading],
  [paths.student.academicSessions]: [m.dashboard_academic_loading],
  [paths.student.timetable]: [m.timetable_loading],
  [paths.student.hostels]: [m.hostels_loading, m.hostels_applications_loading],
  [paths.student.vehicles]: [m.vehicles_loading, m.vehicles_applications_loading],
}

/** The words of the page that is being opened (SP and HT, section 2); of one that has none just that something comes. */
export function loadingWords({ pathname, search }: { pathname: string; search: string }): string {
  const [page, applications] = words[pathname] ?? [m.shared_loading]
  const isMine = new URLSearchParams(search).get('tab') === 'applications'
  return (isMine && applications ? applications : page)()
}
