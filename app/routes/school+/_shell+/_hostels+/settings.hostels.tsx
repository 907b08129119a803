import { pageTitle, schoolPaths } from '~/http/school-paths'
import { listPeriods, periodsSchema, savePeriods } from '~/models/hostels/periods.server'
import { periodsForm } from '~/models/hostels/periods-fields'
import { settingsVersion } from '~/models/schools/settings.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Hostel settings', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: periodsForm,
  schema: periodsSchema,
  find: async (scope) => ({ periods: await listPeriods(scope), version: await settingsVersion(scope) }),
  update: (scope, _at, version, { periods }) => savePeriods(scope, periods, version),
  refusals: {},
  updated: () => schoolPaths.settings,
})
export const loader = page.loader
export const action = page.action

export default function HostelSettingsPage() {
  return (
    <FormPage<typeof loader>
      form={periodsForm}
      title="Hostel settings"
      context="For which periods students may apply for a place."
      cancelHref={schoolPaths.settings}
    />
  )
}
