import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { holidayForm, holidayRefusals } from '~/models/learning/attendance/holiday-fields'
import { holidays } from '~/models/learning/attendance/holidays.server'

export const handle = pageTitle(() => 'Add holiday', { hasForm: true })

const page = creating({
  ...holidays,
  may: 'holidays:edit',
  refusals: holidayRefusals,
  created: () => schoolPaths.holidays,
})
export const loader = page.loader
export const action = page.action

export default formPage({ form: holidayForm, cancelHref: schoolPaths.holidays })
