import { LoneLink } from '~/components/ui'
import { ofTeacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { todayInIndia } from '~/models/core/shared/calendar'
import { listAbsentees } from '~/models/learning/attendance/attendance-lists.server'
import { findDay } from '~/models/learning/attendance/day-facts.server'
import { type AttendanceStatus, absenteeStates } from '~/models/learning/attendance/options'
import { classSection } from '~/models/people/academics/rules'
import { fullName } from '~/models/people/students/rules'
import { AttendanceTabs } from './__attendance-tabs'
import { attendanceStatusNames, closedWords, dayWords } from './__attendance-words'

export const handle = pageTitle(() => 'Absentees')

type More = { isToday: boolean; day: string; word: string; closed: string | null }
type Row = Awaited<ReturnType<typeof listAbsentees>>['rows'][number]

/** Distinct phone numbers, each under the first person who has it. */
function phonesOf(row: Row): Array<[string, string]> {
  const all = [
    [row.mobileNumber, 'Family'],
    [row.motherMobile ?? '', row.motherName],
    [row.fatherMobile ?? '', row.fatherName],
  ] as const
  return [...new Map(all)].filter(([number]) => number !== '').reverse()
}

export const list: ListOf<typeof listAbsentees, More> = {
  path: schoolPaths.absentees,
  file: { path: schoolPaths.absenteesFile, name: ({ date }) => `absentees-${date || todayInIndia(new Date())}.csv` },
  noun: 'student',
  may: 'attendance:view',
  search: { label: 'Search absentees', placeholder: 'Name, class or section' },
  filters: {
    date: { label: 'Date', options: 'day', start: ({ day }) => day },
    status: {
      label: 'Attendance',
      any: null,
      options: absenteeStates.map((state) => ({
        value: state === 'absent' ? '' : state,
        label: attendanceStatusNames[state].word,
      })),
    },
  },
  columns: [
    { label: 'Date', only: 'file', value: 'day' },
    { label: 'Class', only: 'file', value: 'className' },
    {
      label: 'Section',
      sort: 'class',
      align: 'nowrap',
      value: 'sectionName',
      cell: (row) => classSection(row.className, row.sectionName),
    },
    { label: 'Roll number', align: 'end', value: 'rollNumber', cell: (row) => row.rollNumber ?? '–' },
    { label: 'Enrollment number', only: 'file', value: 'enrollmentNumber' },
    {
      label: 'Student',
      role: 'title',
      sort: 'student',
      value: fullName,
      href: (row) => schoolPaths.student(row.publicId),
    },
    { label: 'Attendance', only: 'file', value: (row) => attendanceStatusNames[row.status].word },
    {
      label: 'Phone',
      only: 'page',
      value: 'mobileNumber',
      cell: (row) =>
        phonesOf(row).map(([number, who]) => (
          <LoneLink key={number} href={`tel:+91${number}`} label={`${who} ${number}`} />
        )),
    },
    { label: 'Mobile number', only: 'file', value: 'mobileNumber' },
    { label: 'Father', only: 'file', value: 'fatherName' },
    { label: 'Father’s mobile', only: 'file', value: 'fatherMobile' },
    { label: 'Mother', only: 'file', value: 'motherName' },
    { label: 'Mother’s mobile', only: 'file', value: 'motherMobile' },
    { label: 'Remarks', value: 'remarks', cell: (row) => row.remarks ?? '–' },
  ],
}

export const loader = listLoader(list, ofTeacherSections(listAbsentees), async (scope, { filters }): Promise<More> => {
  const today = todayInIndia(new Date())
  const { day, closed, holiday } = await findDay(scope, filters.date || today, today)
  const { word } = attendanceStatusNames[(filters.status || 'absent') as AttendanceStatus]
  return { isToday: day === today, day, word, closed: closed && closedWords(closed, day, holiday) }
})

export default listPage(list, {
  title: ({ isToday }) => (isToday ? 'Today’s absentees' : 'Absentees'),
  context: ({ word, day, closed }) => `${word} on ${dayWords(day)}${closed ? `. ${closed}` : ''}`,
  caption: ({ word, day }) => `${word} on ${dayWords(day)}`,
  isNarrowed: () => true,
  icon: 'attendance',
  empty: 'Students marked absent are listed here, with the family’s phone numbers.',
  above: <AttendanceTabs current="Absentees" />,
})
