import { execute, number, selectRows, wordOf } from '~/database/database.server'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { changeSettings, type SettingsSaved } from '~/models/core/schools/settings.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { type Semester, semesters } from './options'
import { periodsForm } from './periods-fields'

/** Periods for which the school accepts applications, in order; all until it has chosen. */
export async function listStayPeriods(scope: LedgerScope): Promise<Semester[]> {
  return (await findTimes(scope)).periods
}

/** Periods for which students may apply, and the month (1 to 12) in which the years begin. */
export async function findTimes(scope: LedgerScope): Promise<{ periods: Semester[]; startsMonth: number }> {
  const rows = await selectRows(
    {
      semester: wordOf<Semester | null>('p.semester'),
      startsMonth: number('CAST(COALESCE(t.year_starts_month, 4) AS SIGNED)'),
    },
    `FROM schools s LEFT JOIN school_settings t ON t.school_id = s.id LEFT JOIN hostel_periods p ON p.school_id = s.id
     WHERE s.id = :schoolId`,
    { schoolId: scope.schoolId },
  )
  const [first] = rows
  if (!first) throw new Error('The school of a session is gone')
  const isChosen = first.semester !== null
  const periods = semesters.filter((semester) => !isChosen || rows.some((row) => row.semester === semester))
  return { periods, startsMonth: first.startsMonth }
}

export const periodsSchema = schemaOf(periodsForm, ({ periods }, say) => {
  if (periods?.length === 0) say('periods', 'Choose at least one period')
})

/**
 * Saves the periods for which students may apply; existing applications stay as they are. With `version`, refuses
 * `changed` when any setting of the school was saved since that version.
 */
export function savePeriods(scope: SchoolScope, openSemesters: readonly Semester[], version?: number): SettingsSaved {
  const { schoolId } = scope
  const details = { periods: openSemesters.join(', ') }
  return changeSettings(scope, { version, action: 'hostel-periods.saved', details }, async () => {
    await execute('DELETE FROM hostel_periods WHERE school_id = :schoolId', { schoolId })
    for (const semester of new Set(openSemesters))
      await execute('INSERT INTO hostel_periods (school_id, semester) VALUES (:schoolId, :semester)', {
        schoolId,
        semester,
      })
  })
}
