import { findDueSource } from '~/models/ledger/dues.server'
import type { DueKind } from '~/models/ledger/options'
import type { SchoolScope } from '~/models/shared/scope.server'
import { markOrderPaid } from '~/models/shop/fulfil-order.server'
import type { JobPayload } from './job.server'

type OnSettled = (scope: SchoolScope, sourceId: number, studentId: number) => Promise<void>

/** What happens when a due of a kind is settled. A fee is complete with its receipt; a kind that has more to do names it here. */
const onSettled: Partial<Record<DueKind, OnSettled>> = { order: markOrderPaid }

/** Tells the domain that raised a due that it is settled; a due that owes again by now (a refund) is left alone. */
export async function run(payload: JobPayload, scope: SchoolScope): Promise<void> {
  const source = await findDueSource(scope, Number(payload.dueId))
  if (source?.settled) await onSettled[source.kind]?.(scope, source.sourceId, source.studentId)
}
