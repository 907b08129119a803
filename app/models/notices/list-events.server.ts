import { selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { type AddressRow, addressColumns, addressJoins, shownToStaffSql, staffValues } from './audience.server'
import type { Audience, EventType, NoticeState, Priority } from './options'

export interface EventRow extends AddressRow {
  publicId: string
  title: string
  type: EventType
  priority: Priority
  /** YYYY-MM-DD, both days are part of it. */
  startsOn: string
  endsOn: string
  writer: string
}

export const eventSorts = ['newest', 'title', 'priority'] as const

const orders: Record<(typeof eventSorts)[number], readonly string[]> = {
  newest: ['-TO_DAYS(n.starts_on)', '-CAST(n.id AS SIGNED)'],
  title: ['n.title', 'n.id'],
  priority: ['n.priority', '-TO_DAYS(n.starts_on)', '-CAST(n.id AS SIGNED)'],
}

const stateSql: Record<NoticeState, string> = {
  now: 'n.starts_on <= :today AND n.ends_on >= :today',
  coming: 'n.starts_on > :today',
  over: 'n.ends_on < :today',
}

const columns = `n.public_id AS publicId, n.title, n.type, n.priority, n.starts_on AS startsOn, n.ends_on AS endsOn,
  n.created_by_name AS writer, ${addressColumns}`

export interface EventWish extends ListQuery<(typeof eventSorts)[number]> {
  audience: Audience | ''
  type: EventType | ''
  state: NoticeState | ''
  /** A teacher's sections: what others may not see is left out. Null for those who see all. */
  ownSectionIds: readonly number[] | null
}

/** Events that the staff user may see, the latest first; `today` (YYYY-MM-DD) decides where each stands. */
export function listEvents(scope: SchoolScope, query: EventWish, today: string): Promise<Page<EventRow>> {
  return selectPage<EventRow>(
    {
      columns,
      from: `events n ${addressJoins} WHERE n.school_id = :schoolId AND ${shownToStaffSql('n', query.ownSectionIds)}
         AND (:audience = '' OR n.audience = :audience) AND (:type = '' OR n.type = :type)
         AND ${query.state === '' ? '1 = 1' : stateSql[query.state]}
         AND (n.title LIKE :search ESCAPE '!' OR n.description LIKE :search ESCAPE '!'
           OR CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!')`,
      order: orders[query.sort],
      values: {
        ...staffValues(scope, query.ownSectionIds),
        audience: query.audience,
        type: query.type,
        search: containing(query.search),
        today,
      },
    },
    query,
  )
}

export interface EventRecord extends EventRow {
  id: number
  description: string | null
  /** Whether this staff user may change and delete it: a teacher what the teacher has written. */
  mayEdit: boolean
}

/** One event that the staff user may see. */
export async function findEvent(
  scope: SchoolScope,
  publicId: string,
  ownSectionIds: readonly number[] | null,
): Promise<EventRecord | null> {
  const row = await selectOne<Omit<EventRecord, 'mayEdit'> & { createdBy: number | null }>(
    `SELECT ${columns}, n.id, n.description, n.created_by AS createdBy FROM events n ${addressJoins}
     WHERE n.school_id = :schoolId AND n.public_id = :publicId AND ${shownToStaffSql('n', ownSectionIds)}`,
    { ...staffValues(scope, ownSectionIds), publicId },
  )
  if (!row) return null
  const { createdBy, ...event } = row
  return { ...event, mayEdit: ownSectionIds === null || createdBy === scope.actor.id }
}
