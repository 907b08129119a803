import { selectRow } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { announcements } from './announcements.server'
import { addressColumns, addressJoins, announcementList, mayEdit, visibleToStaff } from './audience.server'
import type { EventValues } from './notice-schema.server'
import { SchoolEvent } from './tables.server'

const columns = {
  ...columnsOf(SchoolEvent, 'n', 'publicId', 'title', 'type', 'priority', 'startsOn', 'endsOn'),
  ...addressColumns,
}

const { filters, ...listed } = announcementList('n.starts_on', 'n.ends_on', 'n.description')

const eventListOn = (today: string) =>
  plainList({
    columns,
    from: `events n ${addressJoins}`,
    always: 'n.school_id = :schoolId',
    values: () => ({ today }),
    filters: { ...filters, type: 'n.type = :type' },
    ...listed,
  })

/** Events that the staff user may see, the latest first; `today` (YYYY-MM-DD) determines their state. */
export function listEvents(
  scope: SchoolScope,
  query: Parameters<ReturnType<typeof eventListOn>['list']>[1],
  ownSectionIds: readonly number[] | null,
  today = todayInIndia(new Date()),
) {
  return eventListOn(today).listOwn(scope, query, visibleToStaff(scope, ownSectionIds))
}

const whole = { ...columns, ...columnsOf(SchoolEvent, 'n', 'id', 'description', 'version') }

/** Use cases for events: staff find those that they may see, and a teacher may change only their own. */
export const events = announcements(SchoolEvent, {
  kind: 'event',
  find: (scope, publicId, ownSectionIds) => {
    const { condition, values } = visibleToStaff(scope, ownSectionIds)
    return selectRow(
      { ...whole, mayEdit: mayEdit(ownSectionIds) },
      `FROM events n ${addressJoins} WHERE n.school_id = :schoolId AND n.public_id = :publicId AND ${condition}`,
      { ...values, publicId },
    )
  },
  // An event without a last day lasts one day.
  columns: ({ title, description, type, priority, startsOn, endsOn }: EventValues) => ({
    title,
    description,
    type,
    priority,
    startsOn,
    endsOn: endsOn ?? startsOn,
  }),
  firstDay: ({ startsOn }) => startsOn,
})
