import type { NavLink } from '~/components/ui/side-nav'
import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'

/** The sidebar (SP section 2). A link appears with the screen that it leads to. */
export function studentLinks(): NavLink[] {
  return [
    { href: paths.student.fees, label: m.shell_fees(), icon: 'fees' },
    { href: paths.student.timetable, label: m.timetable_title(), icon: 'calendar' },
  ]
}

/** The user menu in the header. */
export function studentMenuLinks(): NavLink[] {
  return [
    { href: paths.student.home, label: m.shell_home(), icon: 'home' },
    { href: paths.student.settings, label: m.shell_settings(), icon: 'settings' },
  ]
}
