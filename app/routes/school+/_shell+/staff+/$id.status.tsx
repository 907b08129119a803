import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { StatusQuestion } from '~/components/accounts/status-question'
import { parseForm } from '~/http/forms.server'
import { isPasswordFresh, passwordRefusal } from '~/http/fresh-password.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { setStaffStatus } from '~/models/accounts/set-staff-status.server'
import { findStaffUser } from '~/models/accounts/staff-queries.server'
import { staffStatusSchema } from '~/models/accounts/staff-schema'
import { isPublicId } from '~/models/shared/public-id.server'
import { rightsRefusals } from '~/routes/school+/_shell+/__staff-form.server'

export const handle = pageTitle(() => 'Status of a sign-in', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'staff:edit')
  const person = foundOr404(isPublicId(params.id) ? await findStaffUser(staff.scope, params.id) : null)
  return {
    id: person.publicId,
    name: person.name,
    isActive: person.status === 'active',
    obstacle: person.id === staff.staffId ? rightsRefusals['own-rights'] : null,
    asksPassword: !isPasswordFresh(staff),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'staff:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, staffStatusSchema, { secret: ['own_password'] })
  if (!form.ok) return form.reply()
  const wrongPassword = await passwordRefusal(request, staff, form.value.own_password)
  if (wrongPassword) return form.refuse(null, { own_password: [wrongPassword] })
  const outcome = await setStaffStatus(staff.scope, id, form.value.status)
  if (outcome.ok) return redirectWithToast(schoolPaths.staff, { type: 'success', title: 'Updated!' })
  return outcome.reason === 'not-found' ? foundOr404(null) : form.refuse(rightsRefusals[outcome.reason])
}

export default function StaffStatusPage() {
  const { id, name, isActive, obstacle, asksPassword } = useLoaderData<typeof loader>()
  return (
    <StatusQuestion
      title={isActive ? `Remove the sign-in of ${name}?` : `Restore the sign-in of ${name}?`}
      consequence={
        isActive
          ? `${name} is signed out everywhere at once and cannot sign in. What ${name} did stays in the audit log.`
          : `${name} can sign in again with the earlier password.`
      }
      obstacle={obstacle}
      becomes={isActive ? 'inactive' : 'active'}
      button={isActive ? 'Remove' : 'Restore'}
      busyText="Saving..."
      isDangerous={isActive}
      asksPassword={asksPassword}
      backHref={schoolPaths.editStaff(id)}
      lastResult={useActionData<typeof action>()}
    />
  )
}
