import { pageTitle, schoolPaths } from '~/http/school-paths'
import { holidayForm, holidayRefusals } from '~/models/attendance/holiday-fields'
import { holidays } from '~/models/attendance/holidays.server'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Add holiday', { hasForm: true })

const page = creating({
  ...holidays,
  may: 'holidays:edit',
  refusals: holidayRefusals,
  created: () => schoolPaths.holidays,
})
export const loader = page.loader
export const action = page.action

export default function NewHolidayPage() {
  return <FormPage form={holidayForm} cancelHref={schoolPaths.holidays} />
}
