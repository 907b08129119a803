import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { setStaffStatus } from '~/models/accounts/staff.server'
import { staffStatusForm } from '~/models/accounts/staff-fields'
import { findStaffUser } from '~/models/accounts/staff-queries.server'
import { deciding } from '~/office/decision.server'
import { DecisionPage } from '~/office/decision-page'
import { rightsRefusals } from '~/routes/school+/_shell+/__staff-form.server'

export const handle = pageTitle(() => 'Status of a sign-in', { hasForm: true })

const page = deciding({
  may: 'staff:edit',
  find: (scope, id: string) => findStaffUser(scope, id),
  form: staffStatusForm,
  opened: ({ status }) => ({ status: status === 'active' ? ('inactive' as const) : ('active' as const) }),
  more: ({ id, name, status }, { staffId }) => ({ name, isActive: status === 'active', isSelf: id === staffId }),
  obstacle: (_person, { isSelf }) => (isSelf ? rightsRefusals['own-rights'] : null),
  asksPassword: true,
  decide: (scope, id, { status }) => setStaffStatus(scope, id, status),
  refusals: rightsRefusals,
  decided: () => schoolPaths.staff,
})
export const loader = page.loader
export const action = page.action

export default function StaffStatusPage() {
  return (
    <DecisionPage<typeof loader>
      form={staffStatusForm}
      title={({ more }) => `${more.isActive ? 'Remove' : 'Restore'} the sign-in of ${more.name}?`}
      submit={({ more }) => (more.isActive ? 'Remove' : 'Restore')}
      isDangerous={({ more }) => more.isActive}
      backHref={({ at }) => schoolPaths.editStaff(String(at))}
    >
      {({ more: { name, isActive } }) => (
        <p>
          {isActive
            ? `${name} is signed out everywhere at once and cannot sign in. What ${name} did stays in the audit log.`
            : `${name} can sign in again with the earlier password.`}
        </p>
      )}
    </DecisionPage>
  )
}
