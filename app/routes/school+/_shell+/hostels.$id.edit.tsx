import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { hostelForm } from '~/models/hostels/hostel-fields'
import { findHostel } from '~/models/hostels/office-hostels.server'
import { hostelSchema, updateHostel } from '~/models/hostels/save-hostel.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Edit hostel', { hasForm: true })

const page = editing({
  may: 'hostels:edit',
  form: hostelForm,
  schema: hostelSchema,
  noun: 'hostel',
  find: (scope, { id }) => findHostel(scope, id),
  update: (scope, { id }, version, fields) => updateHostel(scope, id, version, fields),
  refusals: {
    'name-taken': { name: 'There is a hostel of this name already' },
    'others-there': { genderType: 'A student who could no longer live there has a place in it, or has applied' },
  },
  updated: ({ id }) => schoolPaths.hostel(id),
})
export const loader = page.loader
export const action = page.action

export default function EditHostelPage() {
  return (
    <FormPage<typeof loader>
      form={hostelForm}
      title={({ values }) => `Edit ${values.name}`}
      cancelHref={({ at }) => schoolPaths.hostel(at.id)}
    />
  )
}
