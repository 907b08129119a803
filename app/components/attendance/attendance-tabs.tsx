import { Tabs } from '~/components/ui/tabs'
import { paths } from '~/http/paths'

const tabs = [
  { href: paths.school.attendance, label: 'Day' },
  { href: paths.school.absentees, label: 'Absentees' },
  { href: paths.school.attendanceRegister, label: 'Register' },
  { href: paths.school.shortage, label: 'Below 75%' },
  { href: paths.school.leaveApplications, label: 'Leave' },
  { href: paths.school.holidays, label: 'Holidays' },
] as const

/** The screens of attendance, from one to the other. */
export function AttendanceTabs({ current }: { current: (typeof tabs)[number]['label'] }) {
  return <Tabs label="Attendance" tabs={tabs.map((tab) => ({ ...tab, current: tab.label === current }))} />
}
