import { selectRow } from '~/database/database.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type FilteredQuery, selectPage } from '~/models/shared/select-page.server'
import { columnsOf } from '~/models/shared/table.server'
import { announcements } from './announcements.server'
import { addressColumns, addressJoins, mayEdit, shownToStaffSql, staffValues } from './audience.server'
import type { EventValues } from './notice-schema.server'
import type { NoticeState } from './options'
import { SchoolEvent } from './tables.server'

const columns = {
  ...columnsOf(SchoolEvent, 'n', 'publicId', 'title', 'type', 'priority', 'startsOn', 'endsOn'),
  ...addressColumns,
}

const orders = {
  newest: ['-TO_DAYS(n.starts_on)', '-CAST(n.id AS SIGNED)'],
  title: ['n.title', 'n.id'],
  priority: ['n.priority', '-TO_DAYS(n.starts_on)', '-CAST(n.id AS SIGNED)'],
}

const stateSql: Record<NoticeState | '', string> = {
  '': '1 = 1',
  now: 'n.starts_on <= :today AND n.ends_on >= :today',
  coming: 'n.starts_on > :today',
  over: 'n.ends_on < :today',
}

/** Events that the staff user may see, the latest first; `today` (YYYY-MM-DD) decides where each stands. */
export function listEvents(
  scope: SchoolScope,
  query: FilteredQuery<keyof typeof orders, 'audience' | 'state' | 'type'>,
  ownSectionIds: readonly number[] | null,
  today = todayInIndia(new Date()),
) {
  const { audience, state, type } = query.filters
  return selectPage(
    {
      columns,
      from: `events n ${addressJoins} WHERE n.school_id = :schoolId AND ${shownToStaffSql('n', ownSectionIds)}
         AND (:audience = '' OR n.audience = :audience) AND (:type = '' OR n.type = :type)
         AND ${stateSql[state as NoticeState | '']}
         AND (n.title LIKE :search ESCAPE '!' OR n.description LIKE :search ESCAPE '!'
           OR CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!')`,
      order: orders[query.sort],
      values: { ...staffValues(scope, ownSectionIds), audience, type, search: containing(query.search), today },
    },
    query,
  )
}

const whole = { ...columns, ...columnsOf(SchoolEvent, 'n', 'id', 'description', 'version') }

/** Events: each that the staff user may see is found; a teacher may change what the teacher has written. */
export const events = announcements(SchoolEvent, {
  kind: 'event',
  find: (scope, publicId, ownSectionIds) =>
    selectRow(
      { ...whole, mayEdit: mayEdit(ownSectionIds) },
      `FROM events n ${addressJoins}
       WHERE n.school_id = :schoolId AND n.public_id = :publicId AND ${shownToStaffSql('n', ownSectionIds)}`,
      { ...staffValues(scope, ownSectionIds), publicId },
    ),
  // Without a last day it takes one day.
  columns: ({ title, description, type, priority, startsOn, endsOn }: EventValues) => ({
    ...{ title, description, type, priority, startsOn },
    endsOn: endsOn ?? startsOn,
  }),
  firstDay: ({ startsOn }) => startsOn,
})
