import { foundOr404, ofTeacherSections, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { Option } from '~/kit/forms/fields'
import type { ListColumn, ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { formatMonth, todayInIndia } from '~/models/core/shared/calendar'
import { listShortage, shortageDays } from '~/models/learning/attendance/attendance-lists.server'
import { attendanceStatuses } from '~/models/learning/attendance/options'
import { attendancePercent, monthsSoFar } from '~/models/learning/attendance/rules'
import { sectionChoices, sessionChoices } from '~/models/people/academics/queries.server'
import { classSection } from '~/models/people/academics/rules'
import { fullName } from '~/models/people/students/rules'
import { AttendanceTabs } from './__attendance-tabs'
import { attendanceStatusNames, percentWords } from './__attendance-words'

export const handle = pageTitle(() => 'Attendance below 75%')

type More = { context: string } & Record<'sessions' | 'months' | 'sections', Option[]>
type Row = Awaited<ReturnType<typeof listShortage>>['rows'][number]

const countColumns = attendanceStatuses.map((status): ListColumn<Row, never> => {
  const isOnPage = status === 'absent' || status === 'leave'
  return { label: attendanceStatusNames[status].word, align: 'end', value: status, only: isOnPage ? undefined : 'file' }
})

export const list: ListOf<typeof listShortage, More> = {
  path: schoolPaths.shortage,
  file: { path: schoolPaths.shortageFile, name: 'attendance-below-75.csv' },
  noun: 'student',
  may: 'attendance:view',
  search: { label: 'Search students', placeholder: 'Name or enrollment number' },
  filters: {
    session: { label: 'Academic session', any: null, options: ({ sessions }) => sessions },
    month: { label: 'Month', kind: 'month', any: 'Whole session', options: ({ months }) => months },
    section: { label: 'Section', any: 'All sections', options: ({ sections }) => sections },
  },
  columns: [
    { label: 'Class', only: 'file', value: 'className' },
    {
      label: 'Percent',
      align: 'end',
      sort: 'percent',
      value: attendancePercent,
      cell: (row) => percentWords(attendancePercent(row)),
    },
    {
      label: 'Student',
      role: 'title',
      sort: 'student',
      value: fullName,
      href: (row) => schoolPaths.student(row.publicId),
    },
    { label: 'Enrollment number', align: 'nowrap', value: 'enrollmentNumber' },
    {
      label: 'Section',
      align: 'nowrap',
      sort: 'class',
      value: 'sectionName',
      cell: (row) => classSection(row.className, row.sectionName),
    },
    { label: 'Roll number', only: 'file', value: 'rollNumber' },
    { label: 'From', only: 'file', value: 'from' },
    { label: 'Until', only: 'file', value: 'until' },
    { label: 'Days', align: 'end', value: 'days' },
    ...countColumns,
    { label: 'Mobile number', align: 'nowrap', value: 'mobileNumber', href: (row) => `tel:+91${row.mobileNumber}` },
  ],
}

export const loader = listLoader(list, ofTeacherSections(listShortage), async (scope, { filters }, staff) => {
  const [own, all] = await Promise.all([teacherSections(staff), sessionChoices(scope)])
  // A class teacher can choose only the current session, having no access to last year's students.
  const sessions = own ? all.filter((one) => one.isCurrent) : all
  const period = shortageDays(sessions, filters)
  if (filters.session) foundOr404(period)
  const month = period?.month ? `, ${formatMonth(period.month, 'en')}` : ''
  const months = period ? monthsSoFar(period.session, todayInIndia(new Date())) : []
  return {
    context: period
      ? `${period.session.name}${month}: late counts as present, a half day as half.`
      : 'No academic session yet',
    sessions: sessions.map((one) => ({ value: one.isCurrent ? '' : one.publicId, label: one.name })),
    months: months.map((one) => ({ value: one, label: formatMonth(one, 'en') })),
    sections: (own ?? (await sectionChoices(scope))).map((one) => ({
      value: one.publicId,
      label: classSection(one.className, one.name),
    })),
  }
})

export default listPage(list, {
  title: 'Attendance below 75%',
  context: ({ context }) => context,
  icon: 'check',
  empty: {
    title: 'No student is below 75%',
    text: 'Students who attended less than 75% of their marked days are listed here.',
  },
  above: <AttendanceTabs current="Below 75%" />,
})
