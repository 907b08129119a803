import { pageTitle, schoolPaths } from '~/http/school-paths'
import { hostelForm, hostelRefusals } from '~/models/hostels/hostel-fields'
import { hostels } from '~/models/hostels/hostels.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Edit hostel', { hasForm: true })

const page = editing({
  ...hostels,
  may: 'hostels:edit',
  refusals: hostelRefusals,
  updated: schoolPaths.hostel,
})
export const loader = page.loader
export const action = page.action

export default function EditHostelPage() {
  return <FormPage<typeof loader> form={hostelForm} cancelHref={({ at }) => schoolPaths.hostel(at)} />
}
