import { pageTitle, schoolPaths } from '~/http/school-paths'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { findSettings, saveFactorRoles } from '~/models/core/schools/settings.server'
import { factorRolesForm } from '~/models/people/accounts/staff/staff-fields'

export const handle = pageTitle(() => 'Staff sign-in', { hasForm: true })

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

export default formPage<typeof loader>({
  form: factorRolesForm,
  title: 'Staff sign-in',
  context: 'With two-step sign-in, a code from the phone is needed after the password.',
  cancelHref: schoolPaths.settings,
})
