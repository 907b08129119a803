import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { findSection } from '~/models/academics/queries.server'
import { classSection } from '~/models/academics/rules'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findDay, lockSection } from './day-facts.server'
import { findSheet, listRoster, seenOf } from './roster.server'

/**
 * Takes back what was marked of a section on a day that was none: the school was closed, or it was the wrong day. The audit log keeps
 * who was not present. Refuses `changed` when somebody saved since `seen` (`seenOf`).
 */
export function removeAttendance(
  scope: SchoolScope,
  wish: { section: string; day: string; seen: string; reason: string },
  today: string,
): Promise<Outcome<undefined, 'not-found' | 'changed'>> {
  return inTransaction(async () => {
    const section = await findSection(scope, wish.section)
    if (!section) return refused('not-found')
    await lockSection(scope, section.id)
    const { session } = await findDay(scope, wish.day, today)
    const place = { sectionId: section.id, sessionId: session?.id ?? 0, day: wish.day }
    const sheet = await findSheet(scope, place)
    if (!sheet) return refused('not-found')
    if (seenOf(sheet) !== wish.seen) return refused('changed')
    const rows = await listRoster(scope, { ...place, sheetId: sheet.id })
    const values = { schoolId: scope.schoolId, sheetId: sheet.id }
    await execute('DELETE FROM attendance WHERE school_id = :schoolId AND sheet_id = :sheetId', values)
    await execute('DELETE FROM attendance_sheets WHERE school_id = :schoolId AND id = :sheetId', values)
    const away = rows.filter((row) => row.status !== null && row.status !== 'present')
    await recordAudit(scope, {
      action: 'attendance.removed',
      subject: { kind: 'section', id: section.id },
      details: {
        section: classSection(section.className, section.name),
        day: wish.day,
        pupils: rows.filter((row) => row.status !== null).length,
        notPresent: away.map((row) => `${row.firstName} ${row.lastName} ${row.status}`).join('; '),
        reason: wish.reason,
      },
    })
    return done()
  })
}
