import { pageTitle, schoolPaths } from '~/http/school-paths'
import { invitationLink } from '~/http/sign-in.server'
import { creating } from '~/kit/pages/form.server'
import { FormPage } from '~/kit/pages/form-page'
import { inviteStaff } from '~/models/people/accounts/staff/invitations.server'
import { staffForm } from '~/models/people/accounts/staff/staff-fields'
import { invitationDays } from '~/models/people/accounts/staff/staff-options'
import { staffRefusals, withEmailWords } from '~/routes/school+/_shell+/__staff-form.server'
import { chosenRole } from './__role-field'

export const handle = pageTitle(() => 'Invite a colleague', { hasForm: true })

const page = creating({
  form: staffForm,
  may: 'staff:edit',
  asksPassword: () => true,
  create: async (scope, _key, values) =>
    withEmailWords(scope, values.email, await inviteStaff(scope, values, invitationLink)),
  refusals: staffRefusals,
  created: () => schoolPaths.staff,
  message: ({ email }) => `An invitation is on its way to ${email}.`,
})
export const loader = page.loader
export const action = page.action

export default function NewStaffPage() {
  const hint = `Used to sign in. A mail with a link to choose a password is sent there; the link is valid for ${invitationDays} days.`
  return (
    <FormPage
      form={staffForm}
      title="Invite a colleague"
      context="Each person has their own sign-in: the audit log shows who did what."
      submit="Send invitation"
      cancelHref={schoolPaths.staff}
      known={{ email: { hint }, ...chosenRole }}
    />
  )
}
