import { selectRow } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import type { LedgerScope } from '~/models/money/ledger/locks.server'
import { lockLedgerOf } from '~/models/money/subscriptions/lock-ledger-of.server'
import { TransportApplication } from '../tables.server'

const locked = columnsOf(TransportApplication, 't')

/**
 * Locks the application and its student's ledger (the ledger first, as everywhere) for this transaction. Returns null
 * when the scope has no such application.
 */
export async function lockApplication(scope: LedgerScope, key: { id: number } | { publicId: string }) {
  const id = await lockLedgerOf(scope, TransportApplication, key)
  if (id === null) return null
  const fromClause = 'FROM transport_applications t WHERE t.school_id = :schoolId AND t.id = :id FOR UPDATE'
  return selectRow(locked, fromClause, { schoolId: scope.schoolId, id })
}

export type LockedApplication = NonNullable<Awaited<ReturnType<typeof lockApplication>>>

export function noteApplication(
  scope: LedgerScope,
  { id, fareName: fare }: Pick<LockedApplication, 'id' | 'fareName'>,
  action: string,
  facts: Record<string, string | number | boolean | null>,
): Promise<void> {
  return recordAudit(scope, { action, subject: { kind: 'transport-application', id }, details: { fare, ...facts } })
}
