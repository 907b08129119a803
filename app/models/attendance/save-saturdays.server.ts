import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { lockSchool } from '~/models/academics/lock-school.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { SaturdaysOff } from './options'

/** Which Saturdays are free from now on. What was marked on one stays and counts. */
export function saveSaturdays(scope: SchoolScope, saturdaysOff: SaturdaysOff): Promise<void> {
  return inTransaction(async () => {
    await lockSchool(scope)
    await execute(
      `INSERT INTO school_settings (school_id, saturdays_off, updated_at) VALUES (:schoolId, :saturdaysOff, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE saturdays_off = VALUES(saturdays_off), updated_at = VALUES(updated_at)`,
      { schoolId: scope.schoolId, saturdaysOff },
    )
    const subject = { kind: 'school', id: scope.schoolId }
    await recordAudit(scope, { action: 'saturdays.saved', subject, details: { saturdaysOff } })
  })
}
