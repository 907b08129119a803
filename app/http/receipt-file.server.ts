import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { ensureReceiptFile, type RenderReceipt } from '~/models/money/ledger/receipts.server'
import { fileStore } from '~/services/storage/file-store.server'
import { fileResponse } from './file-response.server'
import { foundOr404 } from './guards.server'

/**
 * Response with a receipt's PDF for its student or the office, rendered now when the worker has not done it yet. The
 * route passes the renderer, since only routes may import documents.
 * @throws Response 404
 */
export async function receiptResponse(
  request: Request,
  scope: SchoolScope | StudentScope,
  publicId: string,
  render: RenderReceipt,
): Promise<Response> {
  const file = foundOr404(await ensureReceiptFile(scope, publicId, render))
  return fileResponse(request, file, (key) => fileStore().get(key))
}
