import type { NavLink } from '~/components/ui/side-nav'
import { paths } from '~/http/paths'
import type { Permission, StaffRole } from '~/models/accounts/permissions'

const links: ReadonlyArray<NavLink & { permission?: Permission }> = [
  { href: paths.school.home, label: 'Home', icon: 'home' },
  { href: paths.school.students, label: 'Students', icon: 'users', permission: 'students:view' },
  { href: paths.school.sessions, label: 'Academic sessions', icon: 'calendar', permission: 'academics:view' },
  { href: paths.school.classes, label: 'Classes', icon: 'school', permission: 'academics:view' },
  { href: paths.school.sections, label: 'Sections', icon: 'dashboard', permission: 'academics:view' },
  { href: paths.school.fees, label: 'Fees', icon: 'fees', permission: 'fees:view' },
  { href: paths.school.collections, label: 'Collections', icon: 'receipt', permission: 'fees:view' },
  { href: paths.school.settings, label: 'Settings', icon: 'settings', permission: 'settings:view' },
]

/** The office's sidebar: what this person may open, and only with the screen it leads to. */
export function schoolLinks(may: (permission: Permission) => boolean): NavLink[] {
  return links
    .filter(({ permission }) => permission === undefined || may(permission))
    .map(({ permission: _, ...link }) => link)
}

export const roleNames: Record<StaffRole, string> = {
  owner: 'Owner',
  office: 'Office',
  accounts: 'Accounts',
  teacher: 'Teacher',
}
