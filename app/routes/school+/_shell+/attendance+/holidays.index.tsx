import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { sessionChoices } from '~/models/academics/queries.server'
import { mayStaff } from '~/models/accounts/permissions'
import { findSaturdays, type HolidayRow, holidaySorts, listHolidays } from '~/models/attendance/holidays.server'
import { daysBetween } from '~/models/shared/calendar'
import { AttendanceTabs } from './__attendance-tabs'
import { saturdayNames, spanWords, weekdayOf } from './__attendance-words'

export const handle = pageTitle(() => 'Holidays')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'attendance:view')
  const view = listViewOf(request, { sorts: holidaySorts, filters: { session: 'id' } })
  const [list, saturdays, sessions] = await Promise.all([
    listHolidays(scope, { ...view, session: view.filters.session }),
    findSaturdays(scope),
    sessionChoices(scope),
  ])
  return {
    view,
    list,
    saturdays: saturdayNames[saturdays],
    mayEdit: mayStaff(role, 'holidays:edit'),
    sessions: sessions.map((one) => ({ value: one.publicId, label: one.name })),
  }
}

export default function HolidaysPage() {
  const { view, list, saturdays, mayEdit, sessions } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newHoliday} variant="next" icon="plus">
      Add holiday
    </ButtonLink>
  ) : undefined
  const columns: Column<HolidayRow>[] = [
    { key: 'date', label: 'Days', align: 'nowrap', sort: 'date', cell: (row) => spanWords(row.startsOn, row.endsOn) },
    {
      key: 'name',
      label: 'Holiday',
      role: 'title',
      sort: 'name',
      cell: (row) => (mayEdit ? <a href={schoolPaths.editHoliday(row.publicId)}>{row.name}</a> : row.name),
    },
    {
      key: 'weekday',
      label: 'From',
      cell: (row) => weekdayOf(row.startsOn),
    },
    { key: 'length', label: 'Length', align: 'end', cell: (row) => daysBetween(row.startsOn, row.endsOn) + 1 },
  ]
  return (
    <>
      <PageHead
        title="Holidays"
        context="Attendance is not taken on these days, and they are not counted for any student."
        action={add}
      />
      <AttendanceTabs current="Holidays" />
      <p>
        {`Saturdays: ${saturdays}. Sundays are always holidays. `}
        {mayEdit ? (
          <a className="alone" href={schoolPaths.saturdays}>
            Change Saturdays
          </a>
        ) : null}
      </p>
      <OfficeList
        path={schoolPaths.holidays}
        filePath={schoolPaths.holidaysFile}
        view={view}
        list={list}
        noun="holiday"
        caption="Holidays"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search holidays' }}
        filters={
          <SelectField
            name="session"
            label="Academic session"
            placeholder="All sessions"
            defaultValue={view.filters.session}
            options={sessions}
          />
        }
        empty={{
          icon: 'calendar',
          title: 'No holiday yet',
          text: 'Enter the holidays at the beginning of the year, so that nobody takes attendance on them by mistake.',
          action: add,
        }}
      />
    </>
  )
}
