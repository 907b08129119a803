import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { bellPeriods, listPeriods } from '~/models/learning/timetable/periods.server'
import { suggestPeriod } from '~/models/learning/timetable/rules'
import { periodForm, periodRefusals } from '~/models/learning/timetable/timetable-fields'

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

export default formPage({ form: periodForm, cancelHref: schoolPaths.bellPeriods })
