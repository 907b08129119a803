import type { NavLink } from '~/components/ui'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

/** The sidebar (SP section 2). A link appears with the screen that it leads to. */
export function studentLinks(): NavLink[] {
  return [
    { href: paths.student.dashboard, label: m.dashboard_title(), icon: 'dashboard' },
    { href: paths.student.profile(), label: m.shell_profile(), icon: 'user' },
    { href: paths.student.fees, label: m.shell_fees(), icon: 'fees' },
    { href: paths.student.attendance, label: m.attendance_title(), icon: 'attendance' },
    { href: paths.student.exams, label: m.exams_title(), icon: 'exam' },
    { href: paths.student.timetable, label: m.timetable_title(), icon: 'calendar' },
    { href: paths.student.quizzes, label: m.quizzes_title(), icon: 'quiz' },
  ]
}

/** The "More" group below them (decisions, section 2). */
export function studentMoreLinks(): NavLink[] {
  return [
    { href: paths.student.results, label: m.results_title(), icon: 'chart' },
    { href: paths.student.academicSessions, label: m.dashboard_academic_link(), icon: 'book' },
    { href: paths.student.hostels, label: m.hostels_nav(), icon: 'hostel' },
    { href: paths.student.transport(), label: m.transport_title(), icon: 'bus' },
    { href: paths.student.vehicles, label: m.vehicles_title(), icon: 'van' },
    { href: paths.student.shop, label: m.shop_title(), icon: 'store' },
    { href: paths.student.notices, label: m.notices_title(), icon: 'bell' },
  ]
}

/** The user menu in the header. */
export function studentMenuLinks(): NavLink[] {
  return [
    { href: paths.student.home, label: m.shell_home(), icon: 'home' },
    { href: paths.student.shop, label: m.shop_title(), icon: 'store' },
    { href: paths.student.dashboard, label: m.shell_dashboard(), icon: 'dashboard' },
    { href: paths.student.profile(), label: m.shell_profile(), icon: 'user' },
    { href: paths.student.settings, label: m.shell_settings(), icon: 'settings' },
  ]
}
