import { execute } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { DueKind } from './options'

/**
 * A step of making dues anew: what was decided about a student's due of the old source holds for that of the new one. It was
 * raised when the old one was, unless it is due earlier than that, of which nobody could know; its fine stays waived, and who no
 * longer owed it owes it no more. Withdraw the old dues afterwards.
 */
export async function inheritDues(
  scope: SchoolScope,
  of: { kind: DueKind; fromSourceId: number; toSourceId: number },
): Promise<void> {
  await execute(
    `UPDATE dues n JOIN dues o ON o.school_id = n.school_id AND o.student_id = n.student_id AND o.kind = n.kind
       AND o.source_id = :fromSourceId
     SET n.created_at = IF(n.due_on < o.due_on, n.created_at, o.created_at), n.state = o.state,
       n.fine_waived_at = o.fine_waived_at, n.fine_waived_paise = o.fine_waived_paise,
       n.fine_waiver_reason = o.fine_waiver_reason
     WHERE n.school_id = :schoolId AND n.kind = :kind AND n.source_id = :toSourceId`,
    { schoolId: scope.schoolId, ...of },
  )
}
