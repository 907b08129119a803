import { pageTitle, schoolPaths } from '~/http/school-paths'
import { findSettings, saveSignInPolicy } from '~/models/schools/settings.server'
import { signInPolicyForm } from '~/models/schools/settings-fields'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Sign-in of students', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: signInPolicyForm,
  find: findSettings,
  update: (scope, _at, version, values) => saveSignInPolicy(scope, values, version),
  refusals: {},
  updated: () => schoolPaths.settings,
})
export const loader = page.loader
export const action = page.action

export default function SignInPolicyPage() {
  return (
    <FormPage<typeof loader>
      form={signInPolicyForm}
      title="Sign-in of students"
      context="The first sign-in is with the date of birth; then each student chooses a password."
      cancelHref={schoolPaths.settings}
    />
  )
}
