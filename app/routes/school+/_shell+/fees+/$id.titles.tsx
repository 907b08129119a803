import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { renameFee } from '~/models/fees/fees.server'
import { findFeePlan } from '~/models/fees/queries.server'
import { feeWordsSchema } from '~/models/fees/schema'
import { isPublicId } from '~/models/shared/public-id.server'
import { FeeWordsForm } from './__fee-words-form'

export const handle = pageTitle(() => 'Edit fee', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const plan = foundOr404(isPublicId(params.id) ? await findFeePlan(scope, params.id) : null)
  return { id: plan.publicId, name: plan.name, titles: plan.instalments.map((instalment) => instalment.title) }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'fees:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, feeWordsSchema)
  if (!form.ok) return form.reply()
  const outcome = await renameFee(scope, id, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.fee(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return outcome.reason === 'name-taken'
    ? form.refuse(null, { name: ['This class has a fee of this name in the session already'] })
    : form.refuse('The instalments were changed in the meantime. Open this page again and enter the titles again.')
}

export default function FeeTitlesPage() {
  const { id, name, titles } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Edit ${name}`} />
      <FeeWordsForm
        lastResult={useActionData<typeof action>()}
        values={{ name, titles }}
        cancelHref={schoolPaths.fee(id)}
      />
    </>
  )
}
