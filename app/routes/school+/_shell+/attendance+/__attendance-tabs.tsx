import { Tabs } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'

const tabs = [
  { href: schoolPaths.attendance, label: 'Day' },
  { href: schoolPaths.absentees, label: 'Absentees' },
  { href: schoolPaths.attendanceRegister, label: 'Register' },
  { href: schoolPaths.shortage, label: 'Below 75%' },
  { href: schoolPaths.leaveApplications, label: 'Leave' },
  { href: schoolPaths.holidays, label: 'Holidays' },
] as const

export function AttendanceTabs({ current }: { current: (typeof tabs)[number]['label'] }) {
  return <Tabs label="Attendance" tabs={tabs.map((tab) => ({ ...tab, current: tab.label === current }))} />
}
