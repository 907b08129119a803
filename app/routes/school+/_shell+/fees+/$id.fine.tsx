import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { ErrorSummary } from '~/components/forms/error-summary'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { SubmitButton } from '~/components/ui/submit-button'
import { readForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { setFineRule } from '~/models/fees/fees.server'
import { checkFine, fineDraftOf, readFineDraft } from '~/models/fees/fine-form'
import { findFeePlan } from '~/models/fees/queries.server'
import { readFineRule } from '~/models/ledger/fine-rules'
import { isPublicId } from '~/models/shared/public-id.server'
import { FineFields } from './__fine-fields'

export const handle = pageTitle(() => 'Late fine', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const plan = foundOr404(isPublicId(params.id) ? await findFeePlan(scope, params.id) : null)
  return {
    id: plan.publicId,
    name: plan.name,
    context: `${plan.className}, ${plan.sessionName}`,
    draft: fineDraftOf(readFineRule(plan.fineRule)),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const typed = await readForm(request)
  const draft = readFineDraft((name) => String(typed.get(name) ?? ''))
  const checked = checkFine(draft)
  if (!checked.ok) return data({ status: 'error' as const, draft, errors: checked.errors }, { status: 422 })
  const outcome = await setFineRule(scope, id, checked.rule)
  if (!outcome.ok) return foundOr404(null)
  return redirectWithToast(schoolPaths.fee(id), { type: 'success', title: 'Updated!' })
}

const noErrors: Record<string, string[]> = {}

export default function FeeFinePage() {
  const fee = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const errors: Record<string, string[]> = answer?.errors ?? noErrors
  const problems = useMemo(
    () => Object.entries(errors).flatMap(([id, messages]) => messages.map((message) => ({ id, message }))),
    [errors],
  )
  return (
    <>
      <PageHead title={`Late fine of ${fee.name}`} context={fee.context} />
      <Form method="post" className="card" noValidate>
        <ErrorSummary errors={problems} title="Update Failed" />
        <FineFields draft={answer?.draft ?? fee.draft} errors={errors} />
        <div className="actions">
          <SubmitButton busyText="Saving...">Save Changes</SubmitButton>
          <ButtonLink href={schoolPaths.fee(fee.id)} variant="secondary">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </>
  )
}
