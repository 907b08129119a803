import { LoneLink } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import type { Option } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { daysBetween } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { saturdayWords } from '~/models/learning/attendance/holiday-fields'
import { findSaturdays, holidays } from '~/models/learning/attendance/holidays.server'
import { sessionChoices } from '~/models/people/academics/queries.server'
import { AttendanceTabs } from './__attendance-tabs'
import { spanWords, weekdayWord } from './__attendance-words'

export const handle = pageTitle(() => 'Holidays')

type More = { saturdays: string; sessions: Option[] }

const list: ListOf<typeof holidays.list, More> = {
  path: schoolPaths.holidays,
  file: { path: schoolPaths.holidaysFile, name: 'holidays.csv' },
  noun: 'holiday',
  may: 'attendance:view',
  add: { href: schoolPaths.newHoliday, may: 'holidays:edit' },
  search: { label: 'Search holidays' },
  filters: { session: { label: 'Academic session', any: 'All sessions', options: ({ sessions }) => sessions } },
  columns: [
    { label: 'First day', only: 'file', value: 'startsOn' },
    { label: 'Last day', only: 'file', value: 'endsOn' },
    { label: 'Days', only: 'page', align: 'nowrap', sort: 'date', value: (row) => spanWords(row.startsOn, row.endsOn) },
    {
      label: 'Holiday',
      role: 'title',
      sort: 'name',
      value: 'name',
      href: (row, mayAdd) => (mayAdd ? schoolPaths.editHoliday(row.publicId) : null),
    },
    { label: 'From', only: 'page', value: (row) => weekdayWord(row.startsOn) },
    { label: 'Length', align: 'end', value: (row) => daysBetween(row.startsOn, row.endsOn) + 1 },
  ],
}

export const loader = listLoader(list, holidays.list, async (scope: SchoolScope) => {
  const [{ saturdaysOff }, sessions] = await Promise.all([findSaturdays(scope), sessionChoices(scope)])
  return {
    saturdays: saturdayWords[saturdaysOff],
    sessions: sessions.map((one) => ({ value: one.publicId, label: one.name })),
  }
})

export default listPage(list, {
  context: 'Attendance is not taken on these days, and they are not counted for any student.',
  icon: 'calendar',
  empty: 'Enter the holidays at the start of the year, so that attendance is not taken on them by mistake.',
  above: ({ saturdays }, mayEdit) => (
    <>
      <AttendanceTabs current="Holidays" />
      <p>
        {`Saturdays: ${saturdays}. Sundays are always holidays. `}
        {mayEdit ? <LoneLink href={schoolPaths.saturdays} label="Change Saturdays" /> : null}
      </p>
    </>
  ),
})
