import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { hostelForm } from '~/models/hostels/hostel-fields'
import { createHostel, hostelSchema } from '~/models/hostels/save-hostel.server'
import { creating } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Add hostel', { hasForm: true })

const page = creating({
  may: 'hostels:edit',
  form: hostelForm,
  schema: hostelSchema,
  create: createHostel,
  refusals: { 'name-taken': { name: 'There is a hostel of this name already' } },
  created: (made) => schoolPaths.hostel(made),
  message: 'Now add its rooms.',
})
export const loader = page.loader
export const action = page.action

export default function NewHostelPage() {
  return (
    <FormPage
      form={hostelForm}
      title="Add hostel"
      context="Its rooms and a picture are added once it is saved."
      create="Create hostel"
      cancelHref={schoolPaths.hostels}
    />
  )
}
