import type { LoaderFunctionArgs } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { fileNameOf, pdfResponse } from '~/http/pdf-response.server'
import { foundOr404, requireStudent } from '~/http/route.server'
import { schemeCardsView } from '~/http/scheme-cards.server'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { findOwnCard } from '~/models/learning/report-cards/own-cards.server'

/** Sends the student's own published card; 404 for a withheld one. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request)
  const { card, issuedOn, revision, title } = foundOr404(
    isPublicId(params.id) ? await findOwnCard(scope, params.id) : null,
  )
  const view = await schemeCardsView(scope, [{ card: foundOr404(card), issuedOn, revision }])
  const name = fileNameOf('report-card', title.sessionName, title.termName, scope.actor.name)
  return pdfResponse(`${name}.pdf`, await makePaper('scheme-cards', [view]))
}
