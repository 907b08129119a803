import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { fileNameOf, pdfResponse } from '~/http/pdf-response.server'
import { reportCardsView } from '~/http/report-cards.server'
import { foundOr404, requireStudent } from '~/http/route.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { readOwnReportCard } from '~/models/learning/exams/results/read-report-cards.server'

/** Sends the student's own report card of a published exam. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const cards = foundOr404(isPublicId(params.id) ? await readOwnReportCard(scope, params.id) : null)
  const name = fileNameOf('report-card', cards.exam.name, scope.actor.name)
  const view = await reportCardsView(scope, cards)
  return pdfResponse(`${name}.pdf`, await makePaper('report-cards', [view]))
}
