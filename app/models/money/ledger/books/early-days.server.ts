import { selectRow, textOrNull } from '~/database/database.server'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/**
 * First day (`YYYY-MM-DD`) for which money is booked without confirmation: 1 April of this financial year, or the start
 * of the current session if later. The clerk has to confirm an earlier day: its books are closed, and most such days
 * are typing errors.
 */
export async function firstUsualDay({ schoolId }: SchoolScope, today = todayInIndia(new Date())): Promise<string> {
  const row = await selectRow(
    { startsOn: textOrNull('MAX(starts_on)') },
    'FROM academic_sessions WHERE school_id = :schoolId AND is_current = 1 AND starts_on <= :today',
    { schoolId, today },
  )
  const yearBegins = `${financialYearOf(today).slice(0, 4)}-04-01`
  return [yearBegins, row?.startsOn ?? ''].sort().at(-1) ?? yearBegins
}
