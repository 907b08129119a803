import { number, selectRow } from '~/database/database.server'
import { type LedgerScope, lockLedger, studentOf } from '~/models/money/ledger/locks.server'

/**
 * Runs in the caller's transaction before every change to an application: locks its student's ledger. Returns the
 * application's id, or null when the scope has no such application.
 */
export async function lockLedgerOf(
  scope: LedgerScope,
  applications: { readonly name: string },
  key: { id: number } | { publicId: string },
): Promise<number | null> {
  const [column, value] = 'id' in key ? ['id', key.id] : ['public_id', key.publicId]
  const application = await selectRow(
    { id: number('a.id'), studentId: number('a.student_id') },
    `FROM ${applications.name} a
     WHERE a.school_id = :schoolId AND a.${column} = :value AND (:own IS NULL OR a.student_id = :own)`,
    { schoolId: scope.schoolId, value: value ?? null, own: studentOf(scope) },
  )
  if (!application) return null
  await lockLedger(scope, application.studentId)
  return application.id
}
