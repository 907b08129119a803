import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { demandSecondFactor, findFactorRoles } from '~/models/accounts/demand-second-factor.server'
import { factorRolesSchema } from '~/models/accounts/second-factor-schema'
import { FactorRolesForm } from './__factor-roles-form'

export const handle = pageTitle(() => 'Sign-in of staff', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  return { roles: await findFactorRoles(scope) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const form = await parseForm(request, factorRolesSchema)
  if (!form.ok) return form.reply()
  await demandSecondFactor(scope, form.value.roles)
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

export default function FactorSettingsPage() {
  const { roles } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Sign-in of staff"
        context="With two-step sign-in a code from the phone is asked for after the password."
      />
      <FactorRolesForm lastResult={useActionData<typeof action>()} roles={roles} />
    </>
  )
}
