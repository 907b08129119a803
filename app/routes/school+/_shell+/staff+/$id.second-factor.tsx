import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { StatusQuestion } from '~/components/accounts/status-question'
import { parseForm } from '~/http/forms.server'
import { isPasswordFresh, passwordRefusal } from '~/http/fresh-password.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { takeFactorAway } from '~/models/accounts/remove-second-factor.server'
import { takeFactorSchema } from '~/models/accounts/second-factor-schema'
import { findStaffUser } from '~/models/accounts/staff-queries.server'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Two-step sign-in of a colleague', { hasForm: true })

const obstacles = {
  'own-factor': 'Turn your own off under My account, with a code.',
  'has-none': 'Two-step sign-in is not on.',
} as const

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'staff:edit')
  const person = foundOr404(isPublicId(params.id) ? await findStaffUser(staff.scope, params.id) : null)
  const obstacle = person.id === staff.staffId ? 'own-factor' : person.hasFactor ? null : 'has-none'
  return {
    id: person.publicId,
    name: person.name,
    obstacle: obstacle && obstacles[obstacle],
    asksPassword: !isPasswordFresh(staff),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'staff:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, takeFactorSchema, { secret: ['own_password'] })
  if (!form.ok) return form.reply()
  const wrongPassword = await passwordRefusal(request, staff, form.value.own_password)
  if (wrongPassword) return form.refuse(null, { own_password: [wrongPassword] })
  const outcome = await takeFactorAway(staff.scope, id)
  if (outcome.ok) return redirectWithToast(schoolPaths.editStaff(id), { type: 'success', title: 'Updated!' })
  return outcome.reason === 'not-found' ? foundOr404(null) : form.refuse(obstacles[outcome.reason])
}

export default function TakeFactorPage() {
  const { id, name, obstacle, asksPassword } = useLoaderData<typeof loader>()
  return (
    <StatusQuestion
      title={`Turn off two-step sign-in of ${name}?`}
      consequence={`Do this when the phone is lost, and only after you have spoken with ${name}. After that the password alone opens the account. ${name} is signed out everywhere and told by mail.`}
      obstacle={obstacle}
      button="Turn off"
      busyText="Saving..."
      isDangerous
      asksPassword={asksPassword}
      backHref={schoolPaths.editStaff(id)}
      lastResult={useActionData<typeof action>()}
    />
  )
}
