import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderFeeReceipt } from '~/documents/fee-receipt.server'
import { receiptResponse } from '~/http/receipt-file.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { isPublicId } from '~/models/shared/public-id.server'

/** The same receipt that the student downloads, for the office. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  return receiptResponse(request, scope, id, renderFeeReceipt)
}
