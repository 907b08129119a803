import { pageTitle, schoolPaths } from '~/http/school-paths'
import { holidayForm, holidayRefusals } from '~/models/attendance/holiday-fields'
import { holidays } from '~/models/attendance/holidays.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Edit holiday', { hasForm: true })

const page = editing({
  ...holidays,
  may: 'holidays:edit',
  refusals: holidayRefusals,
  updated: () => schoolPaths.holidays,
})
export const loader = page.loader
export const action = page.action

export default function EditHolidayPage() {
  return (
    <FormPage<typeof loader>
      form={holidayForm}
      cancelHref={schoolPaths.holidays}
      deleteHref={({ at }) => schoolPaths.deleteHoliday(at)}
    />
  )
}
