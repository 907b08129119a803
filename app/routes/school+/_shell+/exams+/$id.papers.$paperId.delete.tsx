import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { countMarks } from '~/models/exams/delete-exam.server'
import { deletePaper } from '~/models/exams/delete-paper.server'
import { papersOfExam } from '~/models/exams/paper-queries.server'
import { obstacleOfMarks, publishedObstacle } from '~/models/exams/paper-rules'
import { isPublicId } from '~/models/shared/public-id.server'
import { requireExam } from './__exam-guard.server'

export const handle = pageTitle(() => 'Delete paper')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const papers = await papersOfExam(scope, exam.id)
  const paper = foundOr404(papers.find((one) => one.publicId === params.paperId))
  const marks = await countMarks(scope, { examId: exam.id, paperPublicId: paper.publicId })
  const thing = `${paper.subjectName} in ${exam.name}`
  return {
    examId: exam.publicId,
    thing,
    obstacle: exam.published ? publishedObstacle : obstacleOfMarks(paper.subjectName, marks),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const paper = foundOr404(isPublicId(params.paperId) ? params.paperId : null)
  const outcome = await deletePaper(scope, { exam: exam.publicId, paper })
  if (outcome.ok) return redirectWithToast(schoolPaths.exam(exam.publicId), { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  const obstacle = outcome.reason === 'published' ? publishedObstacle : 'Marks have been entered in it since.'
  return data({ status: 'error' as const, obstacle }, { status: 422 })
}

export default function DeletePaperPage() {
  const { examId, thing, obstacle } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={thing}
      consequence="No marks have been entered in this paper. It will be deleted permanently."
      obstacle={obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.exam(examId)}
    />
  )
}
