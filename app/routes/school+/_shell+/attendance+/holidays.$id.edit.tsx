import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { holidayForm, holidayRefusals } from '~/models/learning/attendance/holiday-fields'
import { holidays } from '~/models/learning/attendance/holidays.server'

export const handle = pageTitle(() => 'Edit holiday', { hasForm: true })

const page = editing({
  ...holidays,
  may: 'holidays:edit',
  refusals: holidayRefusals,
  updated: () => schoolPaths.holidays,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: holidayForm,
  cancelHref: schoolPaths.holidays,
  deleteHref: ({ at }) => schoolPaths.deleteHoliday(at),
})
