import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { storeForm } from '~/models/money/shop/store-fields'
import { findStoreSettings, saveStoreSettings, storeSchema } from '~/models/money/shop/store-settings.server'

export const handle = pageTitle(() => 'Store settings', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: storeForm,
  schema: storeSchema,
  find: findStoreSettings,
  update: (scope, _at, version, values) => saveStoreSettings(scope, version, values),
  refusals: {},
  updated: () => schoolPaths.settings,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: storeForm,
  title: 'Store settings',
  context: 'How the school’s store sells and hands over goods.',
  cancelHref: schoolPaths.settings,
})
