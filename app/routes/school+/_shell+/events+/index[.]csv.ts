import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList } from '~/http/list.server'
import { type EventRow, listEvents } from '~/models/notices/list-events.server'
import { stateOn } from '~/models/notices/rules'
import { addressName, eventStateNames, eventTypeWord, priorityWord } from '~/models/notices/words'
import { todayInIndia } from '~/models/shared/calendar'
import { eventsViewOf } from '~/routes/school+/_shell+/__notice-list.server'

/** The filtered list of events for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'notices:view')
  const { wish } = await eventsViewOf(request, staff)
  const today = todayInIndia(new Date())
  return csvOfList<EventRow>(
    'events.csv',
    [
      { label: 'Title', value: (row) => row.title },
      { label: 'Kind', value: (row) => eventTypeWord(row.type) },
      { label: 'For whom', value: addressName },
      { label: 'Priority', value: (row) => priorityWord(row.priority) },
      { label: 'First day', value: (row) => row.startsOn },
      { label: 'Last day', value: (row) => row.endsOn },
      { label: 'State', value: (row) => eventStateNames[stateOn(today, row.startsOn, row.endsOn)].word },
      { label: 'Written by', value: (row) => row.writer },
    ],
    (place) => listEvents(staff.scope, { ...wish, ...place }, today),
  )
}
