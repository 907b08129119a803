import { pageTitle, schoolPaths } from '~/http/school-paths'
import { factorRolesForm } from '~/models/accounts/staff-fields'
import { findSettings, saveFactorRoles } from '~/models/schools/settings.server'
import { editing } from '~/office/form.server'
import { FormPage } from '~/office/form-page'

export const handle = pageTitle(() => 'Sign-in of staff', { hasForm: true })

const page = editing({
  may: 'settings:edit',
  form: factorRolesForm,
  find: async (scope) => {
    const { factorRoles: roles, version } = await findSettings(scope)
    return { roles, version }
  },
  update: (scope, _at, version, { roles }) => saveFactorRoles(scope, roles, version),
  refusals: {},
  updated: () => schoolPaths.settings,
})
export const loader = page.loader
export const action = page.action

export default function FactorSettingsPage() {
  return (
    <FormPage<typeof loader>
      form={factorRolesForm}
      title="Sign-in of staff"
      context="With two-step sign-in a code from the phone is asked for after the password."
      cancelHref={schoolPaths.settings}
    />
  )
}
