import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { foundOr404, requireStaff } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { readBoardReport } from '~/models/entry/breaches/board-report.server'
import { breaches } from '~/models/entry/breaches/cases.server'

/** Sends the report for the Data Protection Board as PDF, with current data. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'breaches:handle')
  const breach = foundOr404(isPublicId(params.id) ? await breaches.find(scope, params.id) : null)
  const view = await readBoardReport(scope, breach)
  return pdfResponse('data-breach-report.pdf', await makePaper('board-report', [view]))
}
