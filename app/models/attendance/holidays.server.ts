import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { SaturdaysOff } from './options'

export interface HolidayRow {
  publicId: string
  name: string
  startsOn: string
  endsOn: string
}

export const holidaySorts = ['date', 'name'] as const

const orders: Record<(typeof holidaySorts)[number], readonly string[]> = {
  date: ['t.starts_on', 't.id'],
  name: ['t.name', 't.starts_on', 't.id'],
}

/** The school's holidays in the order of the year; '' as session for those of all years. */
export function listHolidays(
  scope: SchoolScope,
  query: ListQuery<(typeof holidaySorts)[number]> & { session: string },
): Promise<Page<HolidayRow>> {
  return selectPage<HolidayRow>(
    {
      columns: 't.public_id AS publicId, t.name, t.starts_on AS startsOn, t.ends_on AS endsOn',
      from: `holidays t WHERE t.school_id = :schoolId AND t.name LIKE :search ESCAPE '!'
         AND (:session = '' OR EXISTS (SELECT 1 FROM academic_sessions a WHERE a.school_id = t.school_id
           AND a.public_id = :session AND a.starts_on <= t.ends_on AND a.ends_on >= t.starts_on))`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, search: containing(query.search), session: query.session },
    },
    query,
  )
}

export function findHoliday(scope: SchoolScope, publicId: string): Promise<(HolidayRow & { id: number }) | null> {
  return selectOne(
    `SELECT id, public_id AS publicId, name, starts_on AS startsOn, ends_on AS endsOn FROM holidays
     WHERE school_id = :schoolId AND public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
}

/** The days between two days on which attendance was marked, the first five; each with how many sections it was. */
export function markedDaysBetween(
  scope: SchoolScope,
  from: string,
  until: string,
): Promise<Array<{ day: string; sections: number }>> {
  return select(
    `SELECT held_on AS day, COUNT(*) AS sections FROM attendance_sheets
     WHERE school_id = :schoolId AND held_on BETWEEN :from AND :until GROUP BY held_on ORDER BY held_on LIMIT 5`,
    { schoolId: scope.schoolId, from, until },
  )
}

/** How the school keeps its Saturdays; school days until somebody says otherwise. */
export async function findSaturdays(scope: SchoolScope): Promise<SaturdaysOff> {
  const row = await selectOne<{ saturdaysOff: SaturdaysOff }>(
    'SELECT saturdays_off AS saturdaysOff FROM school_settings WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
  )
  return row?.saturdaysOff ?? 'none'
}
