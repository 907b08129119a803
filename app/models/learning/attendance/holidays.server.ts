import { execute, inTransaction, number, selectRow, selectRows, text, wordOf } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { daysBetween, formatDay } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockSchool } from '~/models/people/academics/lock-school.server'
import { holidayForm, type SaturdaysOff, saturdayWords } from './holiday-fields'
import { maxHolidayDays } from './options'
import { Holiday } from './tables.server'

type Values = ValuesOf<typeof holidayForm>

const reads = plainReads(Holiday, holidayForm, {
  listed: ['name', 'startsOn', 'endsOn'],
  counts: {},
  more: {},
  search: ['t.name'],
  filters: {
    session: `EXISTS (SELECT 1 FROM academic_sessions a WHERE a.school_id = t.school_id
      AND a.public_id = :session AND a.starts_on <= t.ends_on AND a.ends_on >= t.starts_on)`,
  },
  orders: { date: 't.starts_on', name: 't.name' },
})

/** Refuses `days-marked`: a holiday must not hide attendance that was marked. */
async function refuseMarked(scope: SchoolScope, { startsOn, endsOn }: Values) {
  const marked = await selectRows(
    { day: text('held_on'), sections: number('COUNT(*)') },
    `FROM attendance_sheets
     WHERE school_id = :schoolId AND held_on BETWEEN :startsOn AND :endsOn GROUP BY held_on ORDER BY held_on LIMIT 5`,
    { schoolId: scope.schoolId, startsOn, endsOn },
  )
  const days = marked.map(({ day, sections }) => `${formatDay(day, 'en')} (${counted(sections, 'section')})`)
  return marked.length > 0 ? { ...refused('days-marked'), days: days.join(', ') } : null
}

const records = plainRecords(Holiday, holidayForm, {
  kind: 'holiday',
  details: ({ name, startsOn, endsOn }) => ({ name, from: startsOn, until: endsOn }),
  lastDetails: ({ name, startsOn, endsOn }) => ({ name, from: startsOn, until: endsOn }),
  check: ({ startsOn, endsOn }, say) => {
    if (!startsOn || !endsOn) return
    if (endsOn < startsOn) say('endsOn', 'The last day cannot come before the first day')
    else if (daysBetween(startsOn, endsOn) >= maxHolidayDays)
      say('endsOn', `A holiday can have at most ${maxHolidayDays} days`)
  },
  taken: { holidays_once: 'name-taken' },
  held: {},
  // Waits for concurrent saves of attendance, which lock the same row (`holdHolidays`).
  hold: lockSchool,
  save: async ({ scope, values, write }) => {
    const refusal = await refuseMarked(scope, values)
    if (!refusal) await write({ ...values, endsOn: values.endsOn ?? values.startsOn })
    return refusal
  },
})

/** Records of the school's holidays, by date. The days of a deleted holiday become school days again. */
export const holidays = {
  ...reads,
  ...records,
  // An empty last day means a single day, the common case.
  schema: records.schema.transform((values) => ({ ...values, endsOn: values.endsOn ?? values.startsOn })),
}

/** Finds the school's rule for Saturdays; the default is school days. The version is derived from the stored value. */
export async function findSaturdays(scope: SchoolScope): Promise<{ saturdaysOff: SaturdaysOff; version: number }> {
  const row = await selectRow(
    { saturdaysOff: wordOf<SaturdaysOff>('saturdays_off') },
    'FROM school_settings WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
  )
  const saturdaysOff = row?.saturdaysOff ?? 'none'
  return { saturdaysOff, version: Object.keys(saturdayWords).indexOf(saturdaysOff) + 1 }
}

/** Saves which Saturdays are holidays from now on; existing marks stay and count. Refuses `changed`. */
export function saveSaturdays(scope: SchoolScope, version: number, { saturdaysOff }: { saturdaysOff: SaturdaysOff }) {
  return inTransaction(async () => {
    await lockSchool(scope)
    if ((await findSaturdays(scope)).version !== version) return refused('changed')
    await execute(
      `INSERT INTO school_settings (school_id, saturdays_off, updated_at) VALUES (:schoolId, :saturdaysOff, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE saturdays_off = VALUES(saturdays_off), updated_at = VALUES(updated_at)`,
      { schoolId: scope.schoolId, saturdaysOff },
    )
    const subject = { kind: 'school', id: scope.schoolId }
    await recordAudit(scope, { action: 'saturdays.saved', subject, details: { saturdaysOff } })
    return done()
  })
}
