import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { saveSignInPolicy } from '~/models/schools/save-settings.server'
import { findSettings } from '~/models/schools/settings.server'
import { signInPolicySchema } from '~/models/schools/settings-schema'
import { SignInPolicyForm } from './__sign-in-policy-form'

export const handle = pageTitle(() => 'Sign-in of students', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const settings = await findSettings(scope)
  return {
    values: {
      activation_code_required: settings.activationCodeRequired,
      online_admissions: settings.onlineAdmissions,
    },
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'settings:edit')
  const form = await parseForm(request, signInPolicySchema)
  if (!form.ok) return form.reply()
  await saveSignInPolicy(scope, form.value)
  return redirectWithToast(schoolPaths.settings, { type: 'success', title: 'Updated!' })
}

export default function SignInPolicyPage() {
  const { values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Sign-in of students"
        context="The first sign-in is with the date of birth; then each student chooses a password."
      />
      <SignInPolicyForm lastResult={useActionData<typeof action>()} values={values} />
    </>
  )
}
