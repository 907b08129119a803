import { pageTitle, schoolPaths } from '~/http/school-paths'
import { bellPeriods } from '~/models/timetable/periods.server'
import { periodForm, periodRefusals } from '~/models/timetable/timetable-fields'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Edit period', { hasForm: true })

const page = editing({
  ...bellPeriods,
  may: 'timetable:edit',
  refusals: periodRefusals,
  updated: () => schoolPaths.bellPeriods,
})
export const loader = page.loader
export const action = page.action

export default function EditPeriodPage() {
  return (
    <FormPage<typeof loader>
      form={periodForm}
      context="Its lessons move with its times."
      cancelHref={schoolPaths.bellPeriods}
      deleteHref={({ at }) => schoolPaths.deleteBellPeriod(at)}
    />
  )
}
