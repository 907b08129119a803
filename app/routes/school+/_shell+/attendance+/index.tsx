import { Alert, Badge, LinkParagraph } from '~/components/ui'
import { idsOf, ofTeacherSections, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListColumn, ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { countDay, listDay } from '~/models/learning/attendance/attendance-lists.server'
import { findDay } from '~/models/learning/attendance/day-facts.server'
import { attendanceStatuses } from '~/models/learning/attendance/options'
import { attendancePercent, markedDays } from '~/models/learning/attendance/rules'
import { classSection } from '~/models/people/academics/rules'
import { AttendanceTabs } from './__attendance-tabs'
import { attendanceStatusNames, closedWords, dayWords, percentWords } from './__attendance-words'

export const handle = pageTitle(() => 'Attendance')

type More = { today: string; day: string; trouble: string | null; summary: string | null; offersMessages: boolean }
type Row = Awaited<ReturnType<typeof listDay>>['rows'][number]

const countColumns = attendanceStatuses.map(
  (status): ListColumn<Row, 'absent'> => ({
    label: attendanceStatusNames[status].word,
    align: 'end',
    sort: status === 'absent' ? 'absent' : undefined,
    value: status,
    cell: (row) => (row.markedByName === null ? '–' : row[status]),
  }),
)

export const list: ListOf<typeof listDay, More> = {
  path: schoolPaths.attendance,
  file: { path: schoolPaths.attendanceFile, name: ({ date }) => `attendance-${date || todayInIndia(new Date())}.csv` },
  noun: 'section',
  may: 'attendance:view',
  search: { label: 'Search sections', placeholder: 'Class or section' },
  filters: {
    date: { label: 'Date', options: 'day', start: ({ day }) => day },
    state: { label: 'Marked', any: 'All sections', options: optionsOf({ open: 'Not marked', marked: 'Marked' }) },
  },
  columns: [
    { label: 'Date', only: 'file', value: 'day' },
    { label: 'Class', only: 'file', value: 'className' },
    {
      label: 'Section',
      role: 'title',
      sort: 'class',
      value: 'name',
      cell: (row) => (
        <a href={schoolPaths.markAttendance(row.publicId, row.day)}>{classSection(row.className, row.name)}</a>
      ),
    },
    { label: 'Students', align: 'end', value: 'students' },
    ...countColumns,
    {
      label: 'Marked by',
      sort: 'marked',
      value: 'markedByName',
      cell: ({ markedByName: by }) => <Badge tone={by === null ? 'neutral' : 'good'}>{by ?? 'Not marked'}</Badge>,
    },
  ],
}

export const loader = listLoader(list, ofTeacherSections(listDay), async (scope, { filters }, staff): Promise<More> => {
  const today = todayInIndia(new Date())
  const ownSectionIds = idsOf(await teacherSections(staff))
  const { day, closed, holiday } = await findDay(scope, filters.date || today, today)
  const counts = await countDay(scope, day, ownSectionIds)
  const marked = markedDays(counts)
  const words = attendanceStatuses.map(
    (status) => `${counts[status]} ${attendanceStatusNames[status].word.toLowerCase()}`,
  )
  const markedWords = `${counted(marked, 'student')} in ${counted(counts.sheets, 'marked section')}`
  return {
    today,
    day,
    trouble: closed && closedWords(closed, day, holiday),
    offersMessages: day === today && counts.absent > 0,
    summary: marked === 0 ? null : `${words.join(', ')} · ${percentWords(attendancePercent(counts))} of ${markedWords}`,
  }
})

export default listPage(list, {
  title: 'Attendance',
  context: ({ day, today }) => `${dayWords(day)}${day === today ? ', today' : ''}`,
  caption: ({ day }) => `Attendance on ${dayWords(day)}`,
  isNarrowed: ({ trouble }) => trouble !== null,
  icon: 'attendance',
  empty: {
    title: 'No section to mark',
    text: 'Sections with students on this day are listed here. Teachers see only the sections of which they are class teacher.',
  },
  above: ({ trouble, summary, offersMessages }) => (
    <>
      <AttendanceTabs current="Day" />
      {trouble ? <Alert tone="info" title="No attendance on this day" text={`${trouble}.`} /> : null}
      {summary ? <p>{summary}</p> : null}
      {offersMessages ? <LinkParagraph href={schoolPaths.notifyAbsent} label="Send absence messages" /> : null}
    </>
  ),
})
