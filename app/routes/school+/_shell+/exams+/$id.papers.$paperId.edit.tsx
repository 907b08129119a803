import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { papersOfExam } from '~/models/exams/paper-queries.server'
import { publishedObstacle } from '~/models/exams/paper-rules'
import { paperSchema } from '~/models/exams/schema'
import { updatePaper } from '~/models/exams/update-paper.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { requireExam } from './__exam-guard.server'
import { PaperForm } from './__paper-form'
import { PublishedAlert } from './__published-alert'

export const handle = pageTitle(() => 'Edit paper', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const papers = await papersOfExam(scope, exam.id)
  const paper = foundOr404(papers.find((one) => one.publicId === params.paperId))
  return {
    examId: exam.publicId,
    examName: `${exam.name}, ${exam.className}`,
    published: exam.published,
    id: paper.publicId,
    subjectName: paper.subjectName,
    values: {
      held_on: paper.heldOn,
      start_time: paper.startTime ?? '',
      end_time: paper.endTime ?? '',
      max_marks: String(paper.maxMarks),
      pass_marks: String(paper.passMarks ?? ''),
      room_no: paper.roomNo ?? '',
    },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const paper = foundOr404(isPublicId(params.paperId) ? params.paperId : null)
  const form = await parseForm(request, paperSchema)
  if (!form.ok) {
    const papers = await papersOfExam(scope, exam.id)
    foundOr404(papers.find((one) => one.publicId === paper))
    return form.reply()
  }
  const outcome = await updatePaper(scope, { exam: exam.publicId, paper }, form.value)
  if (!outcome.ok) return outcome.reason === 'not-found' ? foundOr404(null) : form.refuse(publishedObstacle)
  const { problem } = outcome.value
  if (problem) return form.refuse(null, { [problem.field]: [problem.message] })
  return redirectWithToast(schoolPaths.exam(exam.publicId), { type: 'success', title: 'Updated!' })
}

export default function EditPaperPage() {
  const { examId, examName, published, id, subjectName, values } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title={subjectName} context={examName} />
      {published ? (
        <PublishedAlert examId={examId} />
      ) : (
        <PaperForm
          lastResult={lastResult}
          values={values}
          cancelHref={schoolPaths.exam(examId)}
          aside={
            <ButtonLink href={schoolPaths.deletePaper(examId, id)} variant="quiet">
              Delete this paper
            </ButtonLink>
          }
        />
      )}
    </>
  )
}
