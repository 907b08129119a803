import { pageTitle, schoolPaths } from '~/http/school-paths'
import { privacySettingsForm } from '~/models/consents/privacy-fields'
import { findPrivacySettings, savePrivacySettings } from '~/models/consents/settings.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

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

export default function PrivacySettingsPage() {
  return (
    <FormPage<typeof loader>
      form={privacySettingsForm}
      title="Privacy settings"
      context="Whom families turn to about data, in notices that are published from now on, and how soon grievances are answered."
      cancelHref={schoolPaths.settings}
    />
  )
}
