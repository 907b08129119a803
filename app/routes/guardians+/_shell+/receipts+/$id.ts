import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { requireFamilyReceipt } from '~/http/family-guard.server'
import { receiptResponse } from '~/http/receipt-file.server'

/** Sends the receipt of one child, for a payment that this guardian made. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { id, scope } = await requireFamilyReceipt(context, request, params.id)
  return receiptResponse(request, scope, id, (...paperArguments) => makePaper('fee-receipt', paperArguments))
}
