import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { NoticeFilters } from '~/components/notices/notice-filters'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { listEvents } from '~/models/notices/list-events.server'
import { eventTypes } from '~/models/notices/options'
import { stateOn } from '~/models/notices/rules'
import {
  addressName,
  daysName,
  eventStateNames,
  eventTypeWord,
  priorityTones,
  priorityWord,
} from '~/models/notices/words'
import { todayInIndia } from '~/models/shared/calendar'
import { eventsViewOf } from '~/routes/school+/_shell+/__notice-list.server'

export const handle = pageTitle(() => 'Events')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:view')
  const { view, wish } = await eventsViewOf(request, staff)
  const today = todayInIndia(new Date())
  const list = await listEvents(staff.scope, wish, today)
  return {
    view,
    mayEdit: mayStaff(staff.role, 'notices:edit'),
    list: { ...list, rows: list.rows.map((row) => ({ ...row, state: stateOn(today, row.startsOn, row.endsOn) })) },
  }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'days',
    label: 'Days',
    sort: 'newest',
    newestFirst: true,
    cell: (row) => daysName(row.startsOn, row.endsOn),
  },
  {
    key: 'title',
    label: 'Event',
    role: 'title',
    sort: 'title',
    cell: (row) => <a href={schoolPaths.event(row.publicId)}>{row.title}</a>,
  },
  { key: 'type', label: 'Kind', cell: (row) => eventTypeWord(row.type) },
  { key: 'audience', label: 'For whom', cell: addressName },
  {
    key: 'priority',
    label: 'Priority',
    sort: 'priority',
    cell: (row) => <Badge tone={priorityTones[row.priority]}>{priorityWord(row.priority)}</Badge>,
  },
  {
    key: 'state',
    label: 'State',
    cell: (row) => <Badge tone={eventStateNames[row.state].tone}>{eventStateNames[row.state].word}</Badge>,
  },
]

export default function EventsPage() {
  const { view, mayEdit, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newEvent} variant="next" icon="plus">
      Add event
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Events" context="Students see upcoming events under their notices." action={add} />
      <OfficeList
        path={schoolPaths.events}
        filePath={schoolPaths.eventsFile}
        view={view}
        list={list}
        noun="event"
        caption="Events"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Title, description or student' }}
        filters={
          <>
            <NoticeFilters chosen={view.filters} states={eventStateNames} />
            <SelectField
              name="type"
              label="Kind"
              placeholder="Any"
              defaultValue={view.filters.type}
              options={eventTypes.map((value) => ({ value, label: eventTypeWord(value) }))}
            />
          </>
        }
        empty={{
          icon: 'calendar',
          title: 'No event yet',
          text: 'Celebrations, sports days, meetings and trips will be listed here.',
          action: add,
        }}
      />
    </>
  )
}
