import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { privacySettingsForm } from '~/models/contact/consents/privacy-fields'
import { findPrivacySettings, savePrivacySettings } from '~/models/contact/consents/settings.server'

export const handle = pageTitle(() => 'Privacy settings', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: privacySettingsForm,
  find: findPrivacySettings,
  update: (scope, _at, version, values) => savePrivacySettings(scope, version, values),
  refusals: {},
  updated: () => schoolPaths.settings,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: privacySettingsForm,
  title: 'Privacy settings',
  context: 'Contact for data questions, shown in notices published from now on, and days to answer grievances.',
  cancelHref: schoolPaths.settings,
})
