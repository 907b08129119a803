import { randomUUID } from 'node:crypto'
import { execute, selectOne } from '~/database/database.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { type DraftFields, draftFieldLength, draftFields } from './draft-options'
import type { ApplicationKind } from './options'

export interface Draft {
  /** The once-only key of the application that the draft becomes. */
  formKey: string
  /** As it was typed, right or wrong. */
  fields: DraftFields
}

/** What the student has typed so far for an application of a kind, or null. */
export async function findDraft(scope: StudentScope, kind: ApplicationKind): Promise<Draft | null> {
  const row = await selectOne<{ formKey: string; fields: string }>(
    `SELECT form_key AS formKey, fields FROM transport_drafts
     WHERE school_id = :schoolId AND student_id = :studentId AND kind = :kind`,
    { schoolId: scope.schoolId, studentId: scope.studentId, kind },
  )
  return row && { formKey: row.formKey, fields: JSON.parse(row.fields) }
}

/** Keeps the whole form as it was typed. The draft's key is made once. */
export async function saveDraft(scope: StudentScope, kind: ApplicationKind, typed: DraftFields): Promise<void> {
  const fields = Object.fromEntries(
    draftFields.flatMap((name) =>
      typed[name] === undefined ? [] : [[name, typed[name].slice(0, draftFieldLength)] as const],
    ),
  )
  await execute(
    `INSERT INTO transport_drafts (student_id, school_id, kind, fields, form_key, updated_at)
     VALUES (:studentId, :schoolId, :kind, :fields, :formKey, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE fields = VALUES(fields), updated_at = VALUES(updated_at)`,
    {
      schoolId: scope.schoolId,
      studentId: scope.studentId,
      kind,
      fields: JSON.stringify(fields),
      formKey: randomUUID(),
    },
  )
}

/** Forgets the draft that has become an application; a newer one stays. */
export async function removeDraft(scope: StudentScope, kind: ApplicationKind, formKey: string): Promise<void> {
  await execute(
    `DELETE FROM transport_drafts
     WHERE school_id = :schoolId AND student_id = :studentId AND kind = :kind AND form_key = :formKey`,
    { schoolId: scope.schoolId, studentId: scope.studentId, kind, formKey },
  )
}
