import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { settingsVersion } from '~/models/core/schools/settings.server'
import { listStayPeriods, periodsSchema, savePeriods } from '~/models/money/hostels/periods.server'
import { periodsForm } from '~/models/money/hostels/periods-fields'

export const handle = pageTitle(() => 'Hostel settings', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: periodsForm,
  schema: periodsSchema,
  find: async (scope) => ({ periods: await listStayPeriods(scope), version: await settingsVersion(scope) }),
  update: (scope, _at, version, { periods }) => savePeriods(scope, periods, version),
  refusals: {},
  updated: () => schoolPaths.settings,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: periodsForm,
  title: 'Hostel settings',
  context: 'Periods for which students may apply for a bed.',
  cancelHref: schoolPaths.settings,
})
