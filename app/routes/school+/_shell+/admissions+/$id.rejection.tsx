import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findAdmission } from '~/models/admissions/admission-queries.server'
import { rejectionSchema } from '~/models/admissions/admission-schema'
import { rejectAdmission } from '~/models/admissions/reject-admission.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { fullName } from '~/models/students/rules'
import { RejectionForm } from './__rejection-form'

export const handle = pageTitle(() => 'Reject admission', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:edit')
  const found = foundOr404(isPublicId(params.id) ? await findAdmission(scope, params.id) : null)
  if (found.state !== 'pending') throw redirect(schoolPaths.admission(found.publicId))
  return { id: found.publicId, name: fullName(found), email: found.email, isOnline: found.origin === 'online' }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'admissions:edit')
  const { publicId: id } = foundOr404(isPublicId(params.id) ? await findAdmission(scope, params.id) : null)
  const form = await parseForm(request, rejectionSchema)
  if (!form.ok) return form.reply()
  const outcome = await rejectAdmission(scope, id, form.value.reason)
  if (outcome.ok) return redirectWithToast(schoolPaths.admission(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  const message = 'The admission has already been decided'
  return redirectWithToast(schoolPaths.admission(id), { type: 'error', title: 'Update Failed', message })
}

export default function RejectAdmissionPage() {
  const { id, name, email, isOnline } = useLoaderData<typeof loader>()
  const told = [email ? `a mail to ${email}` : '', isOnline ? 'the page after sign-in' : '']
    .filter(Boolean)
    .join(' and ')
  return (
    <>
      <PageHead
        title={`Reject the admission of ${name}`}
        context={
          told ? `The family can read the reason in ${told}.` : 'No e-mail is on record: inform the family yourself.'
        }
      />
      <RejectionForm id={id} lastResult={useActionData<typeof action>()} />
    </>
  )
}
