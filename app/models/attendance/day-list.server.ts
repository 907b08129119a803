import { selectOne } from '~/database/connection.server'
import { isOwnSql, ownSectionValues } from '~/models/academics/section-queries.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { sectionRows } from './options'
import type { DayCounts } from './rules'

export interface DaySection extends DayCounts {
  publicId: string
  className: string
  name: string
  /** Who belongs to the section on that day. */
  students: number
  /** Null while nobody has marked it. */
  markedByName: string | null
  markedAt: Date | null
}

export const daySorts = ['class', 'absent', 'marked'] as const
export const dayStates = ['marked', 'open'] as const

const orders: Record<(typeof daySorts)[number], readonly string[]> = {
  class: ['c.position', 'c.name', 't.name', 't.id'],
  absent: ['absent', 'c.position', 'c.name', 't.name', 't.id'],
  marked: ['h.updated_at IS NULL', 'h.updated_at', 'c.position', 't.id'],
}

const countOf = (status: keyof DayCounts) => `CAST(COALESCE(n.\`${status}\`, 0) AS SIGNED) AS \`${status}\``

const belongs = `FROM enrollments e WHERE e.academic_session_id = :sessionId AND e.section_id = t.id
  AND e.enrolled_on <= :day AND (e.left_on IS NULL OR e.left_on >= :day)`

/** The sections that have pupils on a day, each with what was marked; `ownSectionIds` null for those who see all. */
export function listDay(
  scope: SchoolScope,
  query: ListQuery<(typeof daySorts)[number]> & {
    day: string
    sessionId: number
    state: string
    ownSectionIds: readonly number[] | null
  },
): Promise<Page<DaySection>> {
  const conditions = [
    't.school_id = :schoolId',
    query.search === '' ? '' : "CONCAT(c.name, ' ', t.name) LIKE :search ESCAPE '!'",
    isOwnSql(query.ownSectionIds, { section: 't.id', session: ':sessionId' }),
    query.state === 'marked' ? 'h.id IS NOT NULL' : '',
    query.state === 'open' ? 'h.id IS NULL' : '',
    `(h.id IS NOT NULL OR EXISTS (SELECT 1 ${belongs}))`,
  ]
  return selectPage<DaySection>(
    {
      columns: `t.public_id AS publicId, c.name AS className, t.name, (SELECT COUNT(*) ${belongs}) AS students,
       h.marked_by_name AS markedByName, h.updated_at AS markedAt,
       ${(['present', 'absent', 'late', 'half_day', 'leave'] as const).map(countOf).join(', ')}`,
      from: `sections t JOIN classes c ON c.school_id = t.school_id AND c.id = t.class_id
       LEFT JOIN attendance_sheets h ON h.section_id = t.id AND h.academic_session_id = :sessionId AND h.held_on = :day
       LEFT JOIN (SELECT sheet_id, SUM(status = 'present') AS present, SUM(status = 'absent') AS absent,
           SUM(status = 'late') AS late, SUM(status = 'half_day') AS half_day, SUM(status = 'leave') AS \`leave\`
         FROM attendance WHERE school_id = :schoolId AND held_on = :day GROUP BY sheet_id) n ON n.sheet_id = h.id
       WHERE ${conditions.filter((one) => one !== '').join(' AND ')}`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        day: query.day,
        sessionId: query.sessionId,
        search: containing(query.search),
        ...ownSectionValues(query.ownSectionIds),
      },
    },
    { pageSize: sectionRows, ...query },
  )
}

/** How many pupils were what on a day, of all the school or of the own sections. */
export async function countDay(
  scope: SchoolScope,
  day: string,
  ownSectionIds: readonly number[] | null,
): Promise<DayCounts & { sheets: number }> {
  const place = { section: 'h.section_id', session: 'h.academic_session_id' }
  const own = ownSectionIds === null ? '' : `AND ${isOwnSql(ownSectionIds, place)}`
  const row = await selectOne<DayCounts & { sheets: number }>(
    `SELECT ${(['present', 'absent', 'late', 'half_day', 'leave'] as const)
      .map((status) => `CAST(COALESCE(SUM(a.status = '${status}'), 0) AS SIGNED) AS \`${status}\``)
      .join(', ')}, COUNT(DISTINCT h.id) AS sheets
     FROM attendance_sheets h JOIN attendance a ON a.school_id = h.school_id AND a.sheet_id = h.id
     WHERE h.school_id = :schoolId AND h.held_on = :day ${own}`,
    { schoolId: scope.schoolId, day, ...ownSectionValues(ownSectionIds) },
  )
  if (!row) throw new Error('A count answered nothing')
  return row
}
