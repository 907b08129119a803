import { randomUUID } from 'node:crypto'
import { execute, selectRow, text } from '~/database/database.server'
import type { StudentScope } from '~/models/core/shared/scope.server'

/**
 * Maximum stored length of a draft's field. It is above every limit of the forms, so that input that is too long gets
 * an error instead of being cut.
 */
export const draftFieldLength = 600

export interface Draft<Fields> {
  /** Idempotency key of the application that the draft becomes. */
  formKey: string
  /** Input as typed, valid or not. */
  fields: Fields
}

/** Functions for drafts of a form with these fields; `keys` selects the form in a table shared by several forms. */
export function draftsIn<Name extends string>(
  table: 'hostel_drafts' | 'transport_drafts',
  names: readonly Name[],
  keys: Readonly<Record<string, string>> = {},
) {
  type Fields = Partial<Record<Name, string>>
  const extra = Object.keys(keys)
  const ownDraftSql = [
    'school_id = :schoolId',
    'student_id = :studentId',
    ...extra.map((key) => `${key} = :${key}`),
  ].join(' AND ')
  const valuesOf = ({ schoolId, studentId }: StudentScope) => ({ schoolId, studentId, ...keys })

  /** Returns the student's draft, or null; `lock` locks it for the transaction. */
  async function find(scope: StudentScope, lock: 'FOR UPDATE' | '' = ''): Promise<Draft<Fields> | null> {
    const row = await selectRow(
      { formKey: text('form_key'), fields: text('fields') },
      `FROM ${table} WHERE ${ownDraftSql} ${lock}`,
      valuesOf(scope),
    )
    return row && { formKey: row.formKey, fields: JSON.parse(row.fields) }
  }

  return {
    find,

    /** Saves the whole form as typed. The first save creates the form key. */
    async save(scope: StudentScope, input: Fields): Promise<void> {
      const fields = names.flatMap((name) =>
        input[name] === undefined ? [] : [[name, input[name].slice(0, draftFieldLength)] as const],
      )
      await execute(
        `INSERT INTO ${table} (${['student_id', 'school_id', ...extra].join(', ')}, fields, form_key, updated_at)
         VALUES (${['studentId', 'schoolId', ...extra].map((key) => `:${key}`).join(', ')}, :fields, :formKey, UTC_TIMESTAMP(3))
         ON DUPLICATE KEY UPDATE fields = VALUES(fields), updated_at = VALUES(updated_at)`,
        { ...valuesOf(scope), fields: JSON.stringify(Object.fromEntries(fields)), formKey: randomUUID() },
      )
    },

    /** Deletes the draft that has become an application; a newer draft stays. */
    async remove(scope: StudentScope, formKey: string): Promise<void> {
      await execute(`DELETE FROM ${table} WHERE ${ownDraftSql} AND form_key = :formKey`, {
        ...valuesOf(scope),
        formKey,
      })
    },
  }
}
