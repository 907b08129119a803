import { pageTitle, schoolPaths } from '~/http/school-paths'
import { guardianForm } from '~/models/guardians/guardian-fields'
import { guardians } from '~/models/guardians/guardians.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Edit guardian', { hasForm: true })

const page = editing({ ...guardians, may: 'students:edit', refusals: {}, updated: schoolPaths.guardian })
export const loader = page.loader
export const action = page.action

export default function EditGuardianPage() {
  return (
    <FormPage<typeof loader>
      form={guardianForm}
      cancelHref={({ at }) => schoolPaths.guardian(at)}
      deleteHref={({ at }) => schoolPaths.deleteGuardian(at)}
    />
  )
}
