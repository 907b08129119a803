import type { SchoolScope } from '~/models/core/shared/scope.server'
import { findDueSource } from '~/models/money/ledger/dues.server'
import type { DueKind } from '~/models/money/ledger/options'
import { markOrderPaid } from '~/models/money/shop/orders/fulfil-order.server'
import type { JobPayload } from './job.server'

type OnSettled = (scope: SchoolScope, sourceId: number, studentId: number) => Promise<void>

/** Follow-up of a settled due, by kind of due. A fee needs only its receipt; other kinds add their handler here. */
const onSettled: Partial<Record<DueKind, OnSettled>> = { order: markOrderPaid }

/** Reports a settled due to the domain that created it. Skips a due that a refund has made unsettled again. */
export async function run(payload: JobPayload, scope: SchoolScope): Promise<void> {
  const source = await findDueSource(scope, Number(payload.dueId))
  if (source?.settled) await onSettled[source.kind]?.(scope, source.sourceId, source.studentId)
}
