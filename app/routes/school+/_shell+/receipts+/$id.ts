import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { receiptResponse } from '~/http/receipt-file.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { receiptPapers } from '~/models/money/ledger/options'
import { findReceiptToPrint } from '~/models/money/ledger/receipts.server'

/** Sends the student's receipt to the office; with `?paper=` in the counter's print layout. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:view')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const requestedPaper = new URL(request.url).searchParams.get('paper')
  const paper = receiptPapers.find((one) => one === requestedPaper)
  if (!paper)
    return receiptResponse(request, scope, id, (...paperArguments) => makePaper('fee-receipt', paperArguments))
  const { language, ...receipt } = foundOr404(await findReceiptToPrint(scope, id))
  const printedOn = todayInIndia(new Date())
  const file = await makePaper('counter-receipt', [{ ...receipt, printedOn }, language, paper])
  return pdfResponse(`fee_receipt_${receipt.view.transactionId}.pdf`, file, 'inline')
}
