import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

/**
 * Loading messages by page URL (section 2 of both specifications), in the user's language. They are part of the shell's
 * data, since in the shell's script they would slow down every page.
 */
export function loadingWords(): Record<string, string> {
  const { student } = paths
  return {
    [student.fees]: m.fees_loading(),
    [student.dashboard]: m.dashboard_loading(),
    [student.profile()]: m.profile_loading(),
    [student.academicSessions]: m.dashboard_academic_loading(),
    [student.timetable]: m.timetable_loading(),
    [student.hostels]: m.hostels_loading(),
    [`${student.hostels}?tab=applications`]: m.hostels_applications_loading(),
    [student.vehicles]: m.vehicles_loading(),
    [`${student.vehicles}?tab=applications`]: m.vehicles_applications_loading(),
  }
}
