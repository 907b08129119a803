import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { completeness } from '~/models/exams/completeness.server'
import { publishExam } from '~/models/exams/publish-exam.server'
import { publicationSchema } from '~/models/exams/schema'
import { requireExam } from './__exam-guard.server'
import { PublishForm } from './__publish-form'

export const handle = pageTitle(() => 'Publish results', { hasForm: true })

const obstacles = {
  published: 'The results are published already.',
  'no-marks': 'No marks have been entered in this exam yet.',
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const { pupils, entered, missing } = await completeness(scope, exam)
  return {
    id: exam.publicId,
    name: exam.name,
    context: `${exam.className}, ${exam.sessionName}`,
    pupils,
    missing,
    obstacle: exam.published ? obstacles.published : entered === 0 ? obstacles['no-marks'] : null,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const form = await parseForm(request, publicationSchema)
  if (!form.ok) return form.reply()
  const outcome = await publishExam(scope, exam.publicId, { althoughMissing: form.value.although_missing })
  if (outcome.ok) {
    const message = 'Students see the results now.'
    return redirectWithToast(schoolPaths.exam(exam.publicId), { type: 'success', title: 'Updated!', message })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'marks-missing')
    return form.refuse(null, { although_missing: ['Marks are missing. Tick this box to publish without them'] })
  return form.refuse(obstacles[outcome.reason])
}

export default function PublishPage() {
  const { id, name, context, pupils, missing, obstacle } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Publish ${name}?`} context={context} />
      <PublishForm
        examId={id}
        pupils={pupils}
        missing={missing}
        obstacle={obstacle}
        lastResult={useActionData<typeof action>()}
      />
    </>
  )
}
