import { lockRows, number, selectRow, selectRows, textOrNull, wordOf } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { AcademicSession } from '~/models/people/academics/tables.server'
import type { SaturdaysOff } from './holiday-fields'
import { daysOfMonth, whyClosed } from './rules'

/** Lists the sessions that overlap a period: the current one first, then the latest. */
function listSessionsOf(scope: SchoolScope, from: string, until: string) {
  return selectRows(
    columnsOf(AcademicSession, 'a', 'id', 'publicId', 'name', 'startsOn', 'endsOn', 'isCurrent'),
    `FROM academic_sessions a WHERE a.school_id = :schoolId AND a.starts_on <= :until AND a.ends_on >= :from
     ORDER BY a.is_current DESC, a.starts_on DESC`,
    { schoolId: scope.schoolId, from, until },
  )
}
export type DaySession = Awaited<ReturnType<typeof listSessionsOf>>[number]

/** Rule for Saturdays without school, from the settings `t`; `none` for a school without settings. */
export const saturdaysOff = wordOf<SaturdaysOff>("COALESCE(t.saturdays_off, 'none')")
const firstHoliday = `(SELECT h.name FROM holidays h WHERE h.school_id = s.id AND h.starts_on <= :day AND h.ends_on >= :day
  ORDER BY h.starts_on LIMIT 1)`

/** Returns session and holiday of a day, and the reason if the school is closed. `today` is the day in India. */
export async function findDay(scope: SchoolScope, day: string, today: string) {
  const [[session = null], row] = await Promise.all([
    listSessionsOf(scope, day, day),
    selectRow(
      { saturdaysOff, holiday: textOrNull(firstHoliday) },
      'FROM schools s LEFT JOIN school_settings t ON t.school_id = s.id WHERE s.id = :schoolId',
      { schoolId: scope.schoolId, day },
    ),
  ])
  if (!row) throw new Error('The school of a session is gone')
  return { day, session, holiday: row.holiday, closed: whyClosed(day, { ...row, today, hasSession: session !== null }) }
}

/**
 * Lists the sessions of a month (`2026-07`), the current one first. There are two when one ends in the month and the
 * next begins.
 */
export function listMonthSessions(scope: SchoolScope, month: string) {
  const days = daysOfMonth(month)
  return listSessionsOf(scope, days[0] ?? '', days.at(-1) ?? '')
}

/** Blocks changes of holidays during marking: such changes take an exclusive lock on the same row (`lockSchool`). */
export async function holdHolidays(scope: SchoolScope): Promise<void> {
  await selectRow({ id: number('id') }, 'FROM schools WHERE id = :schoolId LOCK IN SHARE MODE', {
    schoolId: scope.schoolId,
  })
}

/** Serialises marking a section's day and deciding leave of its students. */
export async function lockSection(scope: SchoolScope, sectionId: number): Promise<void> {
  const { schoolId } = scope
  await lockRows('FROM sections WHERE school_id = :schoolId AND id = :sectionId', { schoolId, sectionId })
}
