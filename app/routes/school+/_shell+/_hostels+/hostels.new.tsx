import { pageTitle, schoolPaths } from '~/http/school-paths'
import { hostelForm, hostelRefusals } from '~/models/hostels/hostel-fields'
import { hostels } from '~/models/hostels/hostels.server'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Add hostel', { hasForm: true })

const page = creating({
  ...hostels,
  may: 'hostels:edit',
  refusals: hostelRefusals,
  created: schoolPaths.hostel,
  message: 'Now add its rooms.',
})
export const loader = page.loader
export const action = page.action

export default function NewHostelPage() {
  return (
    <FormPage
      form={hostelForm}
      context="Its rooms and a picture are added once it is saved."
      cancelHref={schoolPaths.hostels}
    />
  )
}
