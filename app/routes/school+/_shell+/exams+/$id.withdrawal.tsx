import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ReasonForm } from '~/components/payments/reason-form'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { withdrawalSchema } from '~/models/exams/schema'
import { withdrawExam } from '~/models/exams/withdraw-exam.server'
import { requireExam } from './__exam-guard.server'

export const handle = pageTitle(() => 'Withdraw results', { hasForm: true })

const notPublished = 'The results are not published.'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { exam } = await requireExam(context, request, params.id, 'exams:edit')
  return {
    id: exam.publicId,
    name: exam.name,
    context: `${exam.className}, ${exam.sessionName}`,
    obstacle: exam.published ? null : notPublished,
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, exam } = await requireExam(context, request, params.id, 'exams:edit')
  const form = await parseForm(request, withdrawalSchema)
  if (!form.ok) return form.reply()
  const outcome = await withdrawExam(scope, exam.publicId, form.value.reason)
  if (!outcome.ok) return outcome.reason === 'not-found' ? foundOr404(null) : form.refuse(notPublished)
  const message = 'Students can no longer see the results; marks can be changed.'
  return redirectWithToast(schoolPaths.exam(exam.publicId), { type: 'success', title: 'Updated!', message })
}

export default function WithdrawPage() {
  const { id, name, context, obstacle } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Withdraw ${name}?`} context={context} />
      <ReasonForm
        obstacle={obstacle}
        submit="Withdraw results"
        backHref={schoolPaths.exam(id)}
        lastResult={useActionData<typeof action>()}
      >
        <p>
          Students cannot see the results until they are published again. Marks and papers can be changed until then;
          the reason is kept in the audit log.
        </p>
      </ReasonForm>
    </>
  )
}
