import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { bellPeriods } from '~/models/learning/timetable/periods.server'
import { periodForm, periodRefusals } from '~/models/learning/timetable/timetable-fields'

export const handle = pageTitle(() => 'Edit period', { hasForm: true })

const page = editing({
  ...bellPeriods,
  may: 'timetable:edit',
  refusals: periodRefusals,
  updated: () => schoolPaths.bellPeriods,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: periodForm,
  context: 'If its times change, its lessons move too.',
  cancelHref: schoolPaths.bellPeriods,
  deleteHref: ({ at }) => schoolPaths.deleteBellPeriod(at),
})
