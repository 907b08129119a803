import type { NavGroup, NavLink } from '~/components/ui/side-nav'
import { paths } from '~/http/paths'
import type { Permission } from '~/models/accounts/permissions'

type Guarded = NavLink & { permission?: Permission }

const links: readonly Guarded[] = [{ href: paths.school.home, label: 'Home', icon: 'home' }]

const groups: ReadonlyArray<Omit<NavGroup, 'links'> & { links: readonly Guarded[] }> = [
  {
    label: 'Students',
    icon: 'users',
    links: [
      { href: paths.school.students, label: 'Students', icon: 'users', permission: 'students:view' },
      { href: paths.school.admissions, label: 'Admissions', icon: 'exam', permission: 'admissions:view' },
      { href: paths.school.changeRequests, label: 'Change requests', icon: 'check', permission: 'students:edit' },
      { href: paths.school.enrollments, label: 'Enrollments', icon: 'school', permission: 'students:view' },
      { href: paths.school.imports, label: 'Import', icon: 'upload', permission: 'imports:run' },
    ],
  },
  {
    label: 'Teaching',
    icon: 'book',
    links: [
      { href: paths.school.attendance, label: 'Attendance', icon: 'attendance', permission: 'attendance:view' },
      { href: paths.school.exams, label: 'Exams', icon: 'exam', permission: 'exams:view' },
      { href: paths.school.quizzes, label: 'Quizzes', icon: 'quiz', permission: 'quizzes:view' },
      { href: paths.school.timetable, label: 'Timetable', icon: 'calendar', permission: 'timetable:view' },
    ],
  },
  {
    label: 'Communication',
    icon: 'bell',
    links: [
      { href: paths.school.notices, label: 'Notices', icon: 'bell', permission: 'notices:view' },
      { href: paths.school.events, label: 'Events', icon: 'calendar', permission: 'notices:view' },
    ],
  },
  {
    label: 'Money',
    icon: 'fees',
    links: [
      { href: paths.school.fees, label: 'Fees', icon: 'fees', permission: 'fees:view' },
      { href: paths.school.concessions, label: 'Concessions', icon: 'check', permission: 'fees:view' },
      { href: paths.school.collections, label: 'Collections', icon: 'receipt', permission: 'fees:view' },
      { href: paths.school.defaulters, label: 'Defaulters', icon: 'clock', permission: 'fees:view' },
      { href: paths.school.dayBook, label: 'Day book', icon: 'book', permission: 'fees:view' },
      { href: paths.school.collectionSummary, label: 'Collection summary', icon: 'chart', permission: 'fees:view' },
    ],
  },
  {
    label: 'Store',
    icon: 'store',
    links: [
      { href: paths.school.products, label: 'Products', icon: 'store', permission: 'products:view' },
      { href: paths.school.orders, label: 'Orders', icon: 'receipt', permission: 'orders:view' },
    ],
  },
  {
    label: 'Hostels',
    icon: 'hostel',
    links: [
      { href: paths.school.hostels, label: 'Hostels', icon: 'hostel', permission: 'hostels:view' },
      {
        href: paths.school.hostelApplications,
        label: 'Hostel applications',
        icon: 'check',
        permission: 'hostel-applications:view',
      },
    ],
  },
  {
    label: 'Set-up',
    icon: 'school',
    links: [
      { href: paths.school.sessions, label: 'Academic sessions', icon: 'calendar', permission: 'academics:view' },
      { href: paths.school.classes, label: 'Classes', icon: 'school', permission: 'academics:view' },
      { href: paths.school.sections, label: 'Sections', icon: 'dashboard', permission: 'academics:view' },
      { href: paths.school.subjects, label: 'Subjects', icon: 'book', permission: 'academics:view' },
      { href: paths.school.teachers, label: 'Teachers', icon: 'user', permission: 'academics:view' },
      { href: paths.school.staff, label: 'Staff', icon: 'users', permission: 'staff:edit' },
      { href: paths.school.settings, label: 'Settings', icon: 'settings', permission: 'settings:view' },
      { href: paths.school.audit, label: 'Audit log', icon: 'info', permission: 'audit:view' },
    ],
  },
]

/** The office's sidebar: what this person may open, and only with the screen it leads to. A group of nothing is left out. */
export function schoolLinks(may: (permission: Permission) => boolean): { links: NavLink[]; groups: NavGroup[] } {
  const allowed = (all: readonly Guarded[]) =>
    all
      .filter(({ permission }) => permission === undefined || may(permission))
      .map(({ permission: _, ...link }) => link)
  return {
    links: allowed(links),
    groups: groups.flatMap((group) => {
      const own = allowed(group.links)
      return own.length > 0 ? [{ ...group, links: own }] : []
    }),
  }
}
