import { field, form } from '~/models/shared/fields'
import { longestEmail, longestPersonName } from './options'
import { invitationDays, roleNames } from './staff-options'

const nameOf = (rules: { hint?: string; control?: { autoComplete: string } } = {}) =>
  field.line('Name', longestPersonName, { required: true, ...rules })

/** What stands beside the e-mail of a colleague who is invited. */
export const invitationHint = `Used to sign in. A mail with a link to choose a password is sent there, valid for ${invitationDays} days.`

/** A colleague's sign-in. */
export const staffForm = form(
  'staff',
  { name: nameOf() },
  {
    email: field.email('Email', longestEmail, { required: true }),
  },
  { role: field.choice('Role', roleNames, { required: 'Select a valid role' }) },
)

/** The own name, as colleagues and the audit log show it. */
export const ownNameForm = form('name', {
  name: nameOf({ hint: 'Colleagues and the audit log show it.', control: { autoComplete: 'name' } }),
})

/** Takes a sign-in away or gives it back: the form carries what it becomes, so that two who ask the same do not undo each other. */
export const staffStatusForm = form('status', {
  status: field.choice('Status', { active: 'Active', inactive: 'Inactive' }, { required: 'Status', isHidden: true }),
})

/** The roles of which the school demands two-step sign-in. */
export const factorRolesForm = form('sign-in of staff', {
  roles: field.choices('Two-step sign-in is compulsory for', roleNames, {
    hint: 'Staff who have not set it up, including you, must do so at once and cannot open any other page until then. Others may use it.',
  }),
})
