import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { saturdaysForm } from '~/models/learning/attendance/holiday-fields'
import { findSaturdays, saveSaturdays } from '~/models/learning/attendance/holidays.server'

export const handle = pageTitle(() => 'Saturdays', { hasForm: true })

const page = editing({
  may: 'holidays:edit',
  form: saturdaysForm,
  find: findSaturdays,
  update: (scope, _at, version, values) => saveSaturdays(scope, version, values),
  refusals: {},
  updated: () => schoolPaths.holidays,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: saturdaysForm,
  title: 'Saturdays',
  context: 'Attendance already marked on a Saturday is kept and counted.',
  cancelHref: schoolPaths.holidays,
})
