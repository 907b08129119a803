import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { listHref } from '~/components/school/list-href'
import { makePaper } from '~/documents/make-paper.server'
import { pdfResponse } from '~/http/pdf-response.server'
import { reportCardsView } from '~/http/report-cards.server'
import { foundOr404, idOr404 } from '~/http/route.server'
import { schoolPaths } from '~/http/school-paths'
import { maxReportCards, readReportCards } from '~/models/learning/exams/results/read-report-cards.server'
import { requireExam } from './__exam-guard.server'

/**
 * Sends report cards of a class, a section or one student as one file. A teacher gets only sections of which they are
 * the class teacher.
 */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, exam, duties } = await requireExam(context, request, params.id, 'exams:view')
  const ownSectionIds =
    duties?.flatMap((assignment) => (assignment.subjectId === null ? [assignment.sectionId] : [])) ?? null
  if (ownSectionIds?.length === 0) foundOr404(null)
  const query = new URL(request.url).searchParams
  const student = idOr404(query, 'student')
  // A single student is printed regardless of the section.
  const section = student === '' ? idOr404(query, 'section') : ''
  const reportCards = await readReportCards(scope, exam, { section, student, ownSectionIds })
  if (reportCards.asked === 0 && (section !== '' || student !== '')) foundOr404(null)
  const back = (trouble: string) => redirect(listHref(schoolPaths.reportCards(exam.publicId), { section, trouble }))
  if (reportCards.cards.length === 0) return back('nobody')
  if (reportCards.cards.length > maxReportCards) return back('too-many')
  const view = await reportCardsView(scope, reportCards)
  return pdfResponse('report-cards.pdf', await makePaper('report-cards', [view]))
}
