import { pageTitle, schoolPaths } from '~/http/school-paths'
import { invitationLink } from '~/http/sign-in.server'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { sendInvitation } from '~/models/people/accounts/staff/invitations.server'
import { invitationDays } from '~/models/people/accounts/staff/staff-options'
import { findStaffUser } from '~/models/people/accounts/staff/staff-queries.server'
import { tooManyMails } from '~/routes/school+/_shell+/__staff-form.server'

export const handle = pageTitle(() => 'Send the invitation again')

const page = deciding({
  may: 'staff:edit',
  find: (scope, at: string) => findStaffUser(scope, at),
  more: ({ name, email }) => ({ name, email }),
  obstacle: ({ name, state }) => (state === 'invited' ? null : `${name} needs no invitation.`),
  decide: (scope, at) => sendInvitation(scope, at, invitationLink),
  refusals: {
    'not-invited': 'The invitation has already been accepted, or the sign-in was removed.',
    'too-many-mails': tooManyMails,
  },
  decided: schoolPaths.editStaff,
  title: 'Invitation sent',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: ({ more }) => `Invite ${more.name} again?`,
  submit: 'Send the invitation again',
  backHref: ({ at }) => schoolPaths.editStaff(at),
  explanation: ({ more }) => (
    <p>{`A new mail is sent to ${more.email}; its link is valid for ${invitationDays} days. The link in the earlier mail stops working.`}</p>
  ),
})
