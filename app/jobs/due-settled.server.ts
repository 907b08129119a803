import { findDueSource } from '~/models/ledger/dues.server'
import type { DueKind } from '~/models/ledger/options'
import type { SchoolScope } from '~/models/shared/scope.server'
import { markOrderPaid } from '~/models/shop/fulfil-order.server'
import type { JobPayload } from './job.server'

type OnSettled = (scope: SchoolScope, sourceId: number, studentId: number) => Promise<void>

/** Follow-up of a settled due, by kind. A fee is complete with its receipt; other kinds add their handler here. */
const onSettled: Partial<Record<DueKind, OnSettled>> = { order: markOrderPaid }

/** Notifies the domain that raised a due that it is settled; skips a due that is unsettled again (a refund). */
export async function run(payload: JobPayload, scope: SchoolScope): Promise<void> {
  const source = await findDueSource(scope, Number(payload.dueId))
  if (source?.settled) await onSettled[source.kind]?.(scope, source.sourceId, source.studentId)
}
