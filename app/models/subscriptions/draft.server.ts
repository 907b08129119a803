import { randomUUID } from 'node:crypto'
import { execute, selectOne } from '~/database/database.server'
import type { StudentScope } from '~/models/shared/scope.server'

/** More than any field's own limit, so that what is too long is told and not cut. */
export const draftFieldLength = 600

/** An application that is still being typed. */
export interface Draft<Fields> {
  /** The once-only key of the application that the draft becomes. */
  formKey: string
  /** As it was typed, right or wrong. */
  fields: Fields
}

/** The drafts of a form with these fields; `of` says which, where a table keeps those of several forms. */
export function draftsIn<Name extends string>(
  table: 'hostel_drafts' | 'transport_drafts',
  names: readonly Name[],
  of: Readonly<Record<string, string>> = {},
) {
  type Fields = Partial<Record<Name, string>>
  const extra = Object.keys(of)
  const own = ['school_id = :schoolId', 'student_id = :studentId', ...extra.map((key) => `${key} = :${key}`)].join(
    ' AND ',
  )
  const valuesOf = ({ schoolId, studentId }: StudentScope) => ({ schoolId, studentId, ...of })

  /** The student's, or null; `lock` holds it for a transaction. */
  async function find(scope: StudentScope, lock: 'FOR UPDATE' | '' = ''): Promise<Draft<Fields> | null> {
    const row = await selectOne<{ formKey: string; fields: string }>(
      `SELECT form_key AS formKey, fields FROM ${table} WHERE ${own} ${lock}`,
      valuesOf(scope),
    )
    return row && { formKey: row.formKey, fields: JSON.parse(row.fields) }
  }

  return {
    find,

    /** Keeps the whole form as it was typed. The draft's key is made once. */
    async save(scope: StudentScope, typed: Fields): Promise<void> {
      const fields = names.flatMap((name) =>
        typed[name] === undefined ? [] : [[name, typed[name].slice(0, draftFieldLength)] as const],
      )
      await execute(
        `INSERT INTO ${table} (${['student_id', 'school_id', ...extra].join(', ')}, fields, form_key, updated_at)
         VALUES (${['studentId', 'schoolId', ...extra].map((key) => `:${key}`).join(', ')}, :fields, :formKey, UTC_TIMESTAMP(3))
         ON DUPLICATE KEY UPDATE fields = VALUES(fields), updated_at = VALUES(updated_at)`,
        { ...valuesOf(scope), fields: JSON.stringify(Object.fromEntries(fields)), formKey: randomUUID() },
      )
    },

    /** Forgets the draft that has become an application; a newer one stays. */
    async remove(scope: StudentScope, formKey: string): Promise<void> {
      await execute(`DELETE FROM ${table} WHERE ${own} AND form_key = :formKey`, { ...valuesOf(scope), formKey })
    },
  }
}
