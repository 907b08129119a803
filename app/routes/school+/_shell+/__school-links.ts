import type { NavGroup, NavLink } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { Permission } from '~/models/people/accounts/staff/permissions'

type Guarded = NavLink & { permission?: Permission }

const links: readonly Guarded[] = [{ href: schoolPaths.home, label: 'Home', icon: 'home' }]

const groups: ReadonlyArray<Omit<NavGroup, 'links'> & { links: readonly Guarded[] }> = [
  {
    label: 'Students',
    icon: 'users',
    links: [
      { href: schoolPaths.students, label: 'Students', icon: 'users', permission: 'students:view' },
      { href: schoolPaths.guardians, label: 'Guardians', icon: 'user', permission: 'students:edit' },
      { href: schoolPaths.admissions, label: 'Admissions', icon: 'exam', permission: 'admissions:view' },
      { href: schoolPaths.changeRequests, label: 'Change requests', icon: 'check', permission: 'students:edit' },
      { href: schoolPaths.certificates, label: 'Certificates', icon: 'exam', permission: 'certificates:view' },
      { href: schoolPaths.consents, label: 'Consents', icon: 'check', permission: 'consents:view' },
      { href: schoolPaths.generalRegister, label: 'General register', icon: 'book', permission: 'register:view' },
      { href: schoolPaths.enrollments, label: 'Enrollments', icon: 'school', permission: 'students:view' },
      { href: schoolPaths.imports, label: 'Import', icon: 'upload', permission: 'imports:run' },
    ],
  },
  {
    label: 'Teaching',
    icon: 'book',
    links: [
      { href: schoolPaths.attendance, label: 'Attendance', icon: 'attendance', permission: 'attendance:view' },
      { href: schoolPaths.exams, label: 'Exams', icon: 'exam', permission: 'exams:view' },
      { href: schoolPaths.reportSchemes, label: 'Report cards', icon: 'check', permission: 'exams:view' },
      { href: schoolPaths.quizzes, label: 'Quizzes', icon: 'quiz', permission: 'quizzes:view' },
      { href: schoolPaths.timetable, label: 'Timetable', icon: 'calendar', permission: 'timetable:view' },
    ],
  },
  {
    label: 'Communication',
    icon: 'bell',
    links: [
      { href: schoolPaths.notices, label: 'Notices', icon: 'bell', permission: 'notices:view' },
      { href: schoolPaths.events, label: 'Events', icon: 'calendar', permission: 'notices:view' },
      { href: schoolPaths.grievances, label: 'Grievances', icon: 'info', permission: 'grievances:answer' },
      { href: schoolPaths.messages, label: 'Messages', icon: 'bell', permission: 'messages:view' },
      { href: schoolPaths.mailAddresses, label: 'Mail addresses', icon: 'bell', permission: 'students:edit' },
    ],
  },
  {
    label: 'Money',
    icon: 'fees',
    links: [
      { href: schoolPaths.fees, label: 'Fees', icon: 'fees', permission: 'fees:view' },
      { href: schoolPaths.concessions, label: 'Concessions', icon: 'check', permission: 'fees:view' },
      { href: schoolPaths.collections, label: 'Collections', icon: 'receipt', permission: 'fees:view' },
      { href: schoolPaths.defaulters, label: 'Defaulters', icon: 'clock', permission: 'fees:view' },
      { href: schoolPaths.dayBook, label: 'Day book', icon: 'book', permission: 'fees:view' },
      { href: schoolPaths.cashClosings, label: 'Cash closings', icon: 'check', permission: 'fees:view' },
      { href: schoolPaths.collectionSummary, label: 'Collection summary', icon: 'chart', permission: 'fees:view' },
      { href: schoolPaths.feeRegister, label: 'Fee register', icon: 'book', permission: 'fees:view' },
      { href: schoolPaths.secondPerson, label: 'Second person', icon: 'users', permission: 'second-person:view' },
    ],
  },
  {
    label: 'Store',
    icon: 'store',
    links: [
      { href: schoolPaths.products, label: 'Products', icon: 'store', permission: 'products:view' },
      { href: schoolPaths.orders, label: 'Orders', icon: 'receipt', permission: 'orders:view' },
    ],
  },
  {
    label: 'Hostels',
    icon: 'hostel',
    links: [
      { href: schoolPaths.hostels, label: 'Hostels', icon: 'hostel', permission: 'hostels:view' },
      {
        href: schoolPaths.hostelApplications,
        label: 'Hostel applications',
        icon: 'check',
        permission: 'hostel-applications:view',
      },
    ],
  },
  {
    label: 'Transport',
    icon: 'bus',
    links: [
      { href: schoolPaths.transport, label: 'Routes', icon: 'bus', permission: 'transport:view' },
      { href: schoolPaths.vehicles, label: 'Vehicles', icon: 'bus', permission: 'transport:view' },
      { href: schoolPaths.fareStructures, label: 'Fares', icon: 'fees', permission: 'transport:view' },
      {
        href: schoolPaths.transportApplications,
        label: 'Transport applications',
        icon: 'check',
        permission: 'transport-applications:view',
      },
      {
        href: schoolPaths.vehicleApplications,
        label: 'Vehicle applications',
        icon: 'bus',
        permission: 'transport-applications:view',
      },
    ],
  },
  {
    label: 'Set-up',
    icon: 'school',
    links: [
      { href: schoolPaths.sessions, label: 'Academic sessions', icon: 'calendar', permission: 'academics:view' },
      { href: schoolPaths.classes, label: 'Classes', icon: 'school', permission: 'academics:view' },
      { href: schoolPaths.sections, label: 'Sections', icon: 'dashboard', permission: 'academics:view' },
      { href: schoolPaths.subjects, label: 'Subjects', icon: 'book', permission: 'academics:view' },
      { href: schoolPaths.teachers, label: 'Teachers', icon: 'user', permission: 'academics:view' },
      { href: schoolPaths.staff, label: 'Staff', icon: 'users', permission: 'staff:edit' },
      { href: schoolPaths.settings, label: 'Settings', icon: 'settings', permission: 'settings:view' },
      { href: schoolPaths.audit, label: 'Audit log', icon: 'info', permission: 'audit:view' },
      { href: schoolPaths.security, label: 'Sign-ins and devices', icon: 'info', permission: 'security:view' },
      { href: schoolPaths.breaches, label: 'Data breaches', icon: 'info', permission: 'breaches:handle' },
    ],
  },
]

/** Pages outside the sidebar, for search by name. */
const more: readonly Guarded[] = [
  { href: schoolPaths.newStudent, label: 'Add student', icon: 'plus', permission: 'students:edit' },
  { href: schoolPaths.newAdmission, label: 'Add admission', icon: 'plus', permission: 'admissions:edit' },
  { href: schoolPaths.newPayment, label: 'Record a payment', icon: 'plus', permission: 'fees:collect' },
  { href: schoolPaths.newFee, label: 'Add fee', icon: 'plus', permission: 'fees:edit' },
  {
    href: schoolPaths.attendanceRegister,
    label: 'Attendance register',
    icon: 'attendance',
    permission: 'attendance:view',
  },
  { href: schoolPaths.receipts, label: 'Receipts', icon: 'receipt', permission: 'fees:view' },
  { href: schoolPaths.promote, label: 'Promotion', icon: 'school', permission: 'students:edit' },
  { href: schoolPaths.rollNumbers, label: 'Roll numbers', icon: 'users', permission: 'students:edit' },
  { href: schoolPaths.newNotice, label: 'Add notice', icon: 'plus', permission: 'notices:edit' },
  { href: schoolPaths.idCards, label: 'ID cards', icon: 'users', permission: 'students:view' },
  { href: schoolPaths.slips, label: 'Activation slips', icon: 'users', permission: 'students:edit' },
  { href: schoolPaths.certificateKinds, label: 'Types of certificate', icon: 'exam', permission: 'certificates:view' },
  {
    href: schoolPaths.certificateRequests,
    label: 'Certificate requests',
    icon: 'check',
    permission: 'certificates:view',
  },
  { href: schoolPaths.privacyNotices, label: 'Privacy notices', icon: 'info', permission: 'settings:view' },
  { href: schoolPaths.feeCertificates, label: 'Fee certificates', icon: 'fees', permission: 'fees:view' },
  { href: schoolPaths.messageTemplates, label: 'Message texts', icon: 'bell', permission: 'messages:view' },
  { href: schoolPaths.messageCounts, label: 'Message counts', icon: 'bell', permission: 'messages:view' },
  { href: schoolPaths.messageEvents, label: 'Message events', icon: 'bell', permission: 'settings:edit' },
  { href: schoolPaths.notifyAbsent, label: 'Send absence messages', icon: 'bell', permission: 'messages:send' },
  { href: schoolPaths.mailSettings, label: 'School mail', icon: 'settings', permission: 'settings:view' },
  { href: schoolPaths.account, label: 'My account', icon: 'user' },
]

/** Finds pages by name among those that the user may open; every typed word must begin a word of the name. */
export function pagesNamed(searchText: string, may: (permission: Permission) => boolean): NavLink[] {
  const words = searchText.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const all = [...links, ...groups.flatMap((group) => group.links), ...more]
  return all
    .filter(({ permission }) => permission === undefined || may(permission))
    .filter(({ label }) => words.every((word) => ` ${label.toLowerCase()}`.includes(` ${word}`)))
    .map(({ permission: _, ...link }) => link)
}

/** Sidebar of the office: pages that the user may open; a group without pages is left out. */
export function schoolLinks(may: (permission: Permission) => boolean): { links: NavLink[]; groups: NavGroup[] } {
  const allowed = (all: readonly Guarded[]) =>
    all
      .filter(({ permission }) => permission === undefined || may(permission))
      .map(({ permission: _, ...link }) => link)
  return {
    links: allowed(links),
    groups: groups.flatMap((group) => {
      const allowedLinks = allowed(group.links)
      return allowedLinks.length > 0 ? [{ ...group, links: allowedLinks }] : []
    }),
  }
}
