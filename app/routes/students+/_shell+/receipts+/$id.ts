import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { receiptResponse } from '~/http/receipt-file.server'
import { foundOr404, requireStudent } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'

/** Sends the receipt as `fee_receipt_{transaction_id}.pdf`. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'money')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  return receiptResponse(request, scope, id, (...paperArguments) => makePaper('fee-receipt', paperArguments))
}
