import { execute, select } from '~/database/connection.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { newPublicId } from '~/models/shared/public-id.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { type ChangeableField, changeableFields } from './change-request-options'
import { wishesOf } from './change-request-rules'
import type { SectionValues } from './find-sections.server'
import type { NewValues } from './write-fields.server'

interface Wish {
  field: ChangeableField
  value: string
  note?: string | undefined
}

/** What came of a student's form: own values to be written, and what the office was asked for. */
export type Asked =
  | { ok: true; own: NewValues; asked: ChangeableField[] }
  | { ok: false; reason: 'change-waits'; fields: ChangeableField[] }

/**
 * A step of the student's own saves: what is the office's to decide becomes wishes, the rest is left to be written. The
 * student's row must be locked. Refuses `change-waits` where another wish of a field waits already.
 */
export async function askForChanges(
  scope: StudentScope,
  student: { values: SectionValues },
  values: NewValues,
  note: string | undefined,
): Promise<Asked> {
  const isAsked = (field: string): field is ChangeableField => changeableFields.some((one) => one === field)
  const entries = Object.entries(values)
  const typed = Object.fromEntries(
    entries.flatMap(([field, value]) => (isAsked(field) ? [[field, String(value)]] : [])),
  )
  const { ask, waiting } = wishesOf(student.values, typed, await pendingWishes(scope))
  if (waiting.length > 0) return { ok: false, reason: 'change-waits', fields: waiting }
  for (const wish of ask) await writeWish(scope, { ...wish, note }, student.values[wish.field] ?? '')
  return {
    ok: true,
    own: Object.fromEntries(entries.filter(([field]) => !isAsked(field))),
    asked: ask.map(({ field }) => field),
  }
}

async function pendingWishes(scope: StudentScope): Promise<Partial<Record<ChangeableField, string>>> {
  const rows = await select<{ field: ChangeableField; value: string }>(
    `SELECT field, new_value AS value FROM change_requests
     WHERE school_id = :schoolId AND student_id = :studentId AND state = 'pending'`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]))
}

async function writeWish(scope: StudentScope, wish: Wish, old: string): Promise<void> {
  await execute(
    `INSERT INTO change_requests (public_id, school_id, student_id, field, old_value, new_value, note, created_at)
     VALUES (:publicId, :schoolId, :studentId, :field, :old, :value, :note, UTC_TIMESTAMP(3))`,
    {
      publicId: newPublicId(),
      schoolId: scope.schoolId,
      studentId: scope.studentId,
      field: wish.field,
      old,
      value: wish.value,
      note: wish.note ?? null,
    },
  )
  await recordAudit(scope, {
    action: 'change.requested',
    subject: { kind: 'student', id: scope.studentId },
    details: { field: wish.field },
  })
}
