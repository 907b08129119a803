import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { countMarks, deleteExam } from '~/models/exams/delete-exam.server'
import { obstacleOfMarks } from '~/models/exams/paper-rules'
import { requireExam } from './__exam-guard.server'

export const handle = pageTitle(() => 'Delete exam')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const marks = await countMarks(scope, { examId: exam.id })
  return { id: exam.publicId, name: exam.name, className: exam.className, obstacle: obstacleOfMarks(exam.name, marks) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const outcome = await deleteExam(scope, exam.publicId)
  if (outcome.ok) return redirectWithToast(schoolPaths.exams, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: 'Marks have been entered in it since.' }, { status: 422 })
}

export default function DeleteExamPage() {
  const { id, name, className, obstacle } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={`${name} of ${className}`}
      consequence="No marks have been entered in it. It will be deleted permanently, with its papers."
      obstacle={obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.exam(id)}
    />
  )
}
