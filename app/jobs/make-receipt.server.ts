import { renderFeeReceipt } from '~/documents/fee-receipt.server'
import { ensureReceiptFile } from '~/models/ledger/receipts.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { JobPayload } from './job.server'

/** Makes and keeps the PDF of a receipt, unless a download was faster. */
export async function run(payload: JobPayload, scope: SchoolScope): Promise<void> {
  await ensureReceiptFile(scope, String(payload.receiptId), renderFeeReceipt)
}
