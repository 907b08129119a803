import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { findSettings, saveSignInPolicy } from '~/models/core/schools/settings.server'
import { signInPolicyForm } from '~/models/core/schools/settings-fields'

export const handle = pageTitle(() => 'Student sign-in', { hasForm: true })

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

export default formPage<typeof loader>({
  form: signInPolicyForm,
  title: 'Student sign-in',
  context: 'The first sign-in is with the date of birth; then each student chooses a password.',
  cancelHref: schoolPaths.settings,
})
