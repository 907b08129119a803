import { pageTitle, schoolPaths } from '~/http/school-paths'
import { storeForm } from '~/models/shop/store-fields'
import { findStoreSettings, saveStoreSettings, storeSchema } from '~/models/shop/store-settings.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

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

export default function StoreSettingsPage() {
  return (
    <FormPage<typeof loader>
      form={storeForm}
      title="Store settings"
      context="How the school’s store sells and hands over goods."
      cancelHref={schoolPaths.settings}
    />
  )
}
