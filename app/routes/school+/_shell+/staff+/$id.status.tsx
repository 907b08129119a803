import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { staffStatusForm } from '~/models/people/accounts/staff/staff-fields'
import { findStaffUser } from '~/models/people/accounts/staff/staff-queries.server'
import { changeStaffStatus } from '~/models/people/second-person/change-staff.server'
import { rightsRefusals } from '~/routes/school+/_shell+/__staff-form.server'

export const handle = pageTitle(() => 'Status of a sign-in', { hasForm: true })

const page = deciding({
  may: 'staff:edit',
  find: (scope, at: string) => findStaffUser(scope, at),
  form: staffStatusForm,
  opened: ({ status }) => ({ status: status === 'active' ? ('inactive' as const) : ('active' as const) }),
  more: ({ id, name }, { staffId }) => ({ name, isSelf: id === staffId }),
  obstacle: (_, { isSelf }) => (isSelf ? rightsRefusals['own-rights'] : null),
  asksPassword: true,
  decide: (scope, at, { status }) => changeStaffStatus(scope, at, status),
  refusals: rightsRefusals,
  decided: () => schoolPaths.staff,
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: staffStatusForm,
  title: ({ values, more }) =>
    values.status === 'inactive' ? `Remove the sign-in of ${more.name}?` : `Restore the sign-in of ${more.name}?`,
  submit: ({ values }) => (values.status === 'inactive' ? 'Remove' : 'Restore'),
  isDangerous: ({ values }) => values.status === 'inactive',
  backHref: ({ at }) => schoolPaths.editStaff(at),
  explanation: ({ values, more: { name } }) => (
    <p>
      {values.status === 'inactive'
        ? `${name} is signed out everywhere at once and cannot sign in. ${name}’s actions stay in the audit log.`
        : `${name} can sign in again with the earlier password.`}
    </p>
  ),
})
