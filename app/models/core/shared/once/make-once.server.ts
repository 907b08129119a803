import { inTransaction, selectRow } from '~/database/database.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { columnsOf, type TableDescription } from '~/kit/tables/table.server'
import { done, type Outcome, refused } from '../outcome'
import type { SchoolScope, StudentScope } from '../scope.server'

/**
 * Creates a record once per form key and returns its public id on every submit. `taken` maps unique keys to refusals.
 * If the form was submitted twice, the second submit may violate such a key too; it then returns the first one's
 * record.
 */
export async function createOnce<Taken extends string, Not extends { ok: false } = never>(
  { table, scope, formKey, taken }: Creation<Taken>,
  work: () => Promise<{ ok: true; value: string } | Not>,
): Promise<Outcome<string, Taken> | Not> {
  try {
    return await inTransaction(work)
  } catch (error) {
    const key = violatedUniqueKey(error) ?? ''
    const refusal = taken[key]
    if (!refusal && key !== `${table.name}_form_key`) throw error
    const fromClause = `FROM ${table.name} t WHERE t.school_id = :schoolId AND t.form_key = :formKey`
    const same = await selectRow(columnsOf(table, 't', 'publicId'), fromClause, { schoolId: scope.schoolId, formKey })
    if (same) return done(same.publicId)
    if (!refusal) throw error
    return refused(refusal)
  }
}

type Creation<Taken> = {
  table: TableDescription<{ publicId: string; formKey: string | null }>
  scope: SchoolScope | StudentScope
  formKey: string
  taken: Readonly<Record<string, Taken>>
}
