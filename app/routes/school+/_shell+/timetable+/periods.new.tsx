import { pageTitle, schoolPaths } from '~/http/school-paths'
import { bellPeriods, listPeriods } from '~/models/timetable/periods.server'
import { suggestPeriod } from '~/models/timetable/rules'
import { periodForm, periodRefusals } from '~/models/timetable/timetable-fields'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Add period', { hasForm: true })

const page = creating({
  ...bellPeriods,
  may: 'timetable:edit',
  start: async (scope) => suggestPeriod((await listPeriods(scope)).periods),
  refusals: periodRefusals,
  created: () => schoolPaths.bellPeriods,
})
export const loader = page.loader
export const action = page.action

export default function NewPeriodPage() {
  return <FormPage form={periodForm} cancelHref={schoolPaths.bellPeriods} />
}
