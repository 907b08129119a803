import { pageTitle, schoolPaths } from '~/http/school-paths'
import { saturdaysForm } from '~/models/attendance/holiday-fields'
import { findSaturdays, saveSaturdays } from '~/models/attendance/holidays.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

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

export default function SaturdaysPage() {
  return (
    <FormPage<typeof loader>
      form={saturdaysForm}
      title="Saturdays"
      context="Attendance already marked on a Saturday is kept and counted."
      cancelHref={schoolPaths.holidays}
    />
  )
}
