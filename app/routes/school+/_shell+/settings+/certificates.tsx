import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { settingsForm } from '~/models/learning/certificates/certificate-fields'
import { findCertificateSettings, saveCertificateSettings } from '~/models/learning/certificates/settings.server'

export const handle = pageTitle(() => 'Certificate settings', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: settingsForm,
  find: findCertificateSettings,
  update: (scope, _at, version, values) => saveCertificateSettings(scope, version, values),
  refusals: {},
  updated: () => schoolPaths.settings,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: settingsForm,
  title: 'Certificate settings',
  context:
    'Details printed on new certificates. Name, address, affiliation number and logo come from the school profile.',
  cancelHref: schoolPaths.settings,
})
