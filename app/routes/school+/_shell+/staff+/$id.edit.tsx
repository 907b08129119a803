import { Badge, ButtonLink, Card } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { invitationLink } from '~/http/sign-in.server'
import { editing } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { staffForm } from '~/models/people/accounts/staff/staff-fields'
import { findStaffUser } from '~/models/people/accounts/staff/staff-queries.server'
import { changeStaff } from '~/models/people/second-person/change-staff.server'
import { rightsRefusals, staffRefusals, withEmailWords } from '~/routes/school+/_shell+/__staff-form.server'
import { chosenRole, fixedRole } from './__role-field'

export const handle = pageTitle(() => 'Edit a sign-in', { hasForm: true })

const page = editing({
  form: staffForm,
  may: 'staff:edit',
  find: (scope, at: string) => findStaffUser(scope, at),
  more: ({ state, id, role, hasFactor }, _, staff) => ({ state, role, hasFactor, isSelf: id === staff.staffId }),
  asksPassword: () => true,
  update: async (scope, at: string, version, values) =>
    withEmailWords(scope, values.email, await changeStaff(scope, at, version, values, invitationLink)),
  refusals: {
    ...staffRefusals,
    'email-of-owner': { email: 'Only this owner can change it, when signed in' },
    'last-owner': { role: rightsRefusals['last-owner'] },
    'own-rights': { role: rightsRefusals['own-rights'] },
    'no-owner-any-more': { role: rightsRefusals['no-owner-any-more'] },
  },
  updated: () => schoolPaths.staff,
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: staffForm,
  title: ({ values }) => String(values.name),
  context: ({ more }) => (more.isSelf ? 'This is your own sign-in.' : ''),
  cancelHref: schoolPaths.staff,
  known: ({ more }) => (more.isSelf ? fixedRole(more.role) : chosenRole),
  aside: ({ at, more }) =>
    more.isSelf ? null : (
      <ButtonLink href={schoolPaths.staffStatus(at)} variant="quiet">
        {more.state === 'inactive' ? 'Restore sign-in' : 'Remove sign-in'}
      </ButtonLink>
    ),
  above: ({ at, more }) => (
    <>
      {more.state === 'invited' ? (
        <Card title="Invitation" aside={<Badge tone="info">Invited</Badge>}>
          <p>No password has been chosen yet.</p>
          <p className="actions">
            <ButtonLink href={schoolPaths.staffInvitation(at)} variant="secondary" icon="mail">
              Send the invitation again
            </ButtonLink>
          </p>
        </Card>
      ) : null}
      {more.hasFactor && !more.isSelf ? (
        <Card title="Two-step sign-in" aside={<Badge tone="good">On</Badge>}>
          <p>A code from the phone is needed after the password.</p>
          <p className="actions">
            <ButtonLink href={schoolPaths.takeFactor(at)} variant="secondary" label="Turn off (phone lost)" />
          </p>
        </Card>
      ) : null}
    </>
  ),
})
