import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { makePaper } from '~/documents/make-paper.server'
import { fileNameOf, pdfResponse } from '~/http/pdf-response.server'
import { foundOr404, idOr404 } from '~/http/route.server'
import { schemeCardsView } from '~/http/scheme-cards.server'
import { schoolPaths } from '~/http/school-paths'
import { findWithdrawn, listCards } from '~/models/learning/report-cards/publish-cards.server'
import { maxCardsOfFile } from '~/models/learning/report-cards/scheme-options'
import { requireSectionCards } from './__scheme-guard.server'

/**
 * Sends the cards of a section as one file, the cards of one student, or a withdrawn card. Published cards are sent as
 * published, others as provisional.
 */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, scheme, section, term } = await requireSectionCards(context, request, params.id, 'exams:view')
  const query = new URL(request.url).searchParams
  const [student, withdrawn] = [idOr404(query, 'student'), idOr404(query, 'withdrawn')]
  const at = { section, termKey: term.key }
  const part = Math.max(1, Number.parseInt(query.get('part') ?? '1', 10) || 1)
  const printed = withdrawn
    ? [{ ...foundOr404(await findWithdrawn(scope, scheme, at, withdrawn)), isWithdrawn: true }]
    : await cardsNow(student, part)
  if (printed.length === 0)
    return redirect(
      `${schoolPaths.schemeCards(scheme.publicId, { section: section.publicId, term: term.key })}&trouble=nobody`,
    )
  const name = fileNameOf('report-cards', section.name, term.name)
  return pdfResponse(`${name}.pdf`, await makePaper('scheme-cards', [await schemeCardsView(scope, printed)]))

  async function cardsNow(student: string, part: number) {
    const { cards } = await listCards(scope, scheme, at, 'whole')
    const availableCards = cards.filter(({ missing, issuedOn }) => !missing.isEmpty || issuedOn !== null)
    if (student !== '') {
      foundOr404(cards.find(({ publicId }) => publicId === student))
      return availableCards.filter(({ publicId }) => publicId === student)
    }
    // Leaves out withheld cards, which can only be printed one at a time.
    const handedOut = availableCards.filter(({ withheld }) => withheld === null)
    return handedOut.slice((part - 1) * maxCardsOfFile, part * maxCardsOfFile)
  }
}
