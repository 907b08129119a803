import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { SaturdaysOff } from './options'
import { type ClosedReason, daysOfMonth, whyClosed } from './rules'

export interface DaySession {
  id: number
  name: string
  startsOn: string
  endsOn: string
  isCurrent: boolean
}

export interface DayFacts {
  day: string
  /** The session that the day lies in, the current one first where two overlap. */
  session: DaySession | null
  /** Name of the holiday. */
  holiday: string | null
  closed: ClosedReason | null
}

/** What a school day is: in which session, and whether attendance can be taken. `today` is India's day. */
export async function findDay(scope: SchoolScope, day: string, today: string): Promise<DayFacts> {
  const row = await selectOne<{
    id: number | null
    name: string | null
    startsOn: string | null
    endsOn: string | null
    isCurrent: number | null
    saturdaysOff: SaturdaysOff
    holiday: string | null
  }>(
    `SELECT a.id, a.name, a.starts_on AS startsOn, a.ends_on AS endsOn, a.is_current AS isCurrent,
       COALESCE(t.saturdays_off, 'none') AS saturdaysOff,
       (SELECT h.name FROM holidays h WHERE h.school_id = s.id AND h.starts_on <= :day AND h.ends_on >= :day
        ORDER BY h.starts_on LIMIT 1) AS holiday
     FROM schools s LEFT JOIN school_settings t ON t.school_id = s.id
     LEFT JOIN academic_sessions a ON a.school_id = s.id AND a.starts_on <= :day AND a.ends_on >= :day
     WHERE s.id = :schoolId ORDER BY a.is_current DESC, a.starts_on DESC LIMIT 1`,
    { schoolId: scope.schoolId, day },
  )
  if (!row) throw new Error('The school of a session is gone')
  const { id, name, startsOn, endsOn } = row
  const found = id !== null && name !== null && startsOn !== null && endsOn !== null
  const session = found ? { id, name, startsOn, endsOn, isCurrent: row.isCurrent === 1 } : null
  const closed = whyClosed(day, {
    today,
    hasSession: session !== null,
    saturdaysOff: row.saturdaysOff,
    holiday: row.holiday,
  })
  return { day, session, holiday: row.holiday, closed }
}

/** The session of a month (`2026-07`): one that overlaps it, the current one first, then the latest. */
export async function findMonthSession(scope: SchoolScope, month: string): Promise<DaySession | null> {
  const days = daysOfMonth(month)
  const row = await selectOne<Omit<DaySession, 'isCurrent'> & { isCurrent: number }>(
    `SELECT id, name, starts_on AS startsOn, ends_on AS endsOn, is_current AS isCurrent FROM academic_sessions
     WHERE school_id = :schoolId AND starts_on <= :until AND ends_on >= :from
     ORDER BY is_current DESC, starts_on DESC LIMIT 1`,
    { schoolId: scope.schoolId, from: days[0] ?? '', until: days.at(-1) ?? '' },
  )
  return row && { ...row, isCurrent: row.isCurrent === 1 }
}

/** Keeps holidays as they are while a day is marked: whoever changes them takes the same row for itself (`lockSchool`). */
export async function holdHolidays(scope: SchoolScope): Promise<void> {
  await select('SELECT id FROM schools WHERE id = :schoolId LOCK IN SHARE MODE', { schoolId: scope.schoolId })
}

/** Those who mark a section's day and those who decide its pupils' leave wait for each other here. */
export async function lockSection(scope: SchoolScope, sectionId: number): Promise<void> {
  const values = { schoolId: scope.schoolId, sectionId }
  await select('SELECT id FROM sections WHERE school_id = :schoolId AND id = :sectionId FOR UPDATE', values)
}
