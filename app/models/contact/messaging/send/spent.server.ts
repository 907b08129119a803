import { number, selectRow } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/**
 * Cost of this month's messages (in India) in paise, and number of today's attempts on WhatsApp and SMS. Attempts that
 * `fail` deletes, because the provider did not take the message, do not count.
 */
export async function findSpent({ schoolId }: Pick<SchoolScope, 'schoolId'>, now: Date) {
  const row = await selectRow(
    {
      paise: number('COALESCE(SUM(a.cost_paise), 0)'),
      today: number("COALESCE(SUM(a.asked_at >= :today AND a.channel <> 'mail'), 0)"),
    },
    `FROM message_attempts a WHERE a.school_id = :schoolId AND a.asked_at >= :from`,
    { schoolId, from: monthStart(now), today: midnight(todayInIndia(now)) },
  )
  return row ?? { paise: 0, today: 0 }
}

/** Start of the month in India, in the database's UTC. */
export const monthStart = (now: Date) => midnight(`${todayInIndia(now).slice(0, 7)}-01`)

const midnight = (day: string) => new Date(`${day}T00:00:00+05:30`).toISOString().slice(0, 19).replace('T', ' ')
