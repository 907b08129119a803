import { execute, selectRows, text, wordOf } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import type { NewValues, SectionValues } from '../describe/sections.server'
import { type ChangeableField, changeableFields } from './change-request-options'
import { requestsOf } from './change-request-rules'

/** Result of a student's form: `own` values to save directly, and fields whose change the office decides (`asked`). */
export type ChangeOutcome =
  | { ok: true; own: NewValues; asked: ChangeableField[] }
  | { ok: false; reason: 'change-waits'; fields: ChangeableField[] }

/**
 * Runs in the transaction in which students save their own data: turns fields that the office decides into change
 * requests and returns the other values for saving. The student's row must be locked. Refuses `change-waits` when a
 * field has another pending request.
 */
export async function requestChanges(
  scope: StudentScope,
  student: { values: SectionValues },
  values: NewValues,
  note: string | null,
): Promise<ChangeOutcome> {
  const owner = { schoolId: scope.schoolId, studentId: scope.studentId }
  const isAsked = (field: string) => changeableFields.some((one) => one === field)
  const directValues = Object.fromEntries(Object.entries(values).filter(([field]) => !isAsked(field)))
  const changeableValues = changeableFields.flatMap((field) =>
    field in values ? [[field, String(values[field])]] : [],
  )
  if (changeableValues.length === 0) return { ok: true, own: directValues, asked: [] }
  const pending = await selectRows(
    { field: wordOf<ChangeableField>('field'), value: text('new_value') },
    "FROM change_requests WHERE school_id = :schoolId AND student_id = :studentId AND state = 'pending'",
    owner,
  )
  const waits = Object.fromEntries(pending.map(({ field, value }) => [field, value]))
  const { ask, waiting } = requestsOf(student.values, Object.fromEntries(changeableValues), waits)
  if (waiting.length > 0) return { ok: false, reason: 'change-waits', fields: waiting }
  for (const { field, value } of ask) {
    await execute(
      `INSERT INTO change_requests (public_id, school_id, student_id, field, old_value, new_value, note, created_at)
       VALUES (:publicId, :schoolId, :studentId, :field, :old, :value, :note, UTC_TIMESTAMP(3))`,
      { ...owner, publicId: newPublicId(), field, old: student.values[field] ?? '', value, note },
    )
    await recordAudit(scope, {
      action: 'change.requested',
      subject: { kind: 'student', id: scope.studentId },
      details: { field },
    })
  }
  return { ok: true, own: directValues, asked: ask.map(({ field }) => field) }
}
