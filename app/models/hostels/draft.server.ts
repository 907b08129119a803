import { randomUUID } from 'node:crypto'
import { execute, inTransaction, selectOne } from '~/database/database.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { type DraftFields, draftFieldLength, draftFields } from './draft-options'

export interface Draft {
  /** The once-only key of the application that the draft becomes. */
  formKey: string
  /** As it was typed, right or wrong. */
  fields: DraftFields
}

/** What the student has answered in the wizard so far, or null. */
export async function findDraft(scope: StudentScope): Promise<Draft | null> {
  const row = await selectOne<{ formKey: string; fields: string }>(
    'SELECT form_key AS formKey, fields FROM hostel_drafts WHERE school_id = :schoolId AND student_id = :studentId',
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
  return row && { formKey: row.formKey, fields: JSON.parse(row.fields) }
}

/** Keeps the answers of one step as they were typed; those of the other steps stay. The draft's key is made once. */
export function saveDraft(scope: StudentScope, answers: DraftFields): Promise<void> {
  return inTransaction(async () => {
    const own = { schoolId: scope.schoolId, studentId: scope.studentId }
    const fields = withAnswers(await lockDraft(scope), answers)
    await execute(
      `INSERT INTO hostel_drafts (student_id, school_id, fields, form_key, updated_at)
       VALUES (:studentId, :schoolId, :fields, :formKey, UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE fields = VALUES(fields), updated_at = VALUES(updated_at)`,
      { ...own, fields, formKey: randomUUID() },
    )
  })
}

/** The same for a draft that is about to be sent: it is not made again where another press of the button has sent it meanwhile. */
export function saveInDraft(scope: StudentScope, formKey: string, answers: DraftFields): Promise<void> {
  return inTransaction(async () => {
    const before = await lockDraft(scope)
    if (before?.formKey !== formKey) return
    await execute(
      `UPDATE hostel_drafts SET fields = :fields, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND student_id = :studentId`,
      { schoolId: scope.schoolId, studentId: scope.studentId, fields: withAnswers(before, answers) },
    )
  })
}

function lockDraft(scope: StudentScope): Promise<{ fields: string; formKey: string } | null> {
  return selectOne<{ fields: string; formKey: string }>(
    `SELECT fields, form_key AS formKey FROM hostel_drafts WHERE school_id = :schoolId AND student_id = :studentId
     FOR UPDATE`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}

/** The stored answers with those of one step, as they are stored. */
function withAnswers(before: { fields: string } | null, answers: DraftFields): string {
  const merged: DraftFields = { ...(before ? JSON.parse(before.fields) : {}), ...answers }
  const kept = draftFields.flatMap((name) =>
    merged[name] === undefined ? [] : [[name, merged[name].slice(0, draftFieldLength)] as const],
  )
  return JSON.stringify(Object.fromEntries(kept))
}

/** Forgets the draft that has become an application; a newer one stays. */
export async function removeDraft(scope: StudentScope, formKey: string): Promise<void> {
  await execute(
    'DELETE FROM hostel_drafts WHERE school_id = :schoolId AND student_id = :studentId AND form_key = :formKey',
    { schoolId: scope.schoolId, studentId: scope.studentId, formKey },
  )
}
