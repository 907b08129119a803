import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { findProfile, profileSchema, updateProfile } from '~/models/core/schools/profile.server'
import { profileForm } from '~/models/core/schools/settings-fields'

export const handle = pageTitle(() => 'School profile', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: profileForm,
  schema: profileSchema,
  find: findProfile,
  update: (scope, _at, version, values) => updateProfile(scope, values, version),
  refusals: {},
  updated: () => schoolPaths.settings,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: profileForm,
  title: 'School profile',
  context: 'The school’s name and contact details, as shown on pages, letters and receipts.',
  cancelHref: schoolPaths.settings,
})
