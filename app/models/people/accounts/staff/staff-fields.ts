import { field, form, type ValuesOf } from '~/kit/forms/fields'
import { isPlainName } from '~/models/core/shared/plain-name'
import { maxEmailLength, maxPersonNameLength } from '../options'
import { roleNames } from './staff-options'

const name = field.line('Name', maxPersonNameLength, {
  required: true,
  pattern: { looks: { test: isPlainName }, words: 'Enter the name without a web address' },
})

export const ownNameForm = form('account', {
  name: { ...name, hint: 'Shown to colleagues and in the audit log.', control: { autoComplete: 'name' } },
})

export const staffForm = form(
  'sign-in',
  { name },
  { email: field.email('Email', maxEmailLength, { required: true, hint: 'Used to sign in.' }) },
  { role: field.choice('Role', roleNames, { required: 'Select a valid role' }) },
)

export const staffStateWords = { active: 'Active', invited: 'Invited', inactive: 'Inactive' } as const

/**
 * Deactivates or restores a sign-in. Submits the target state instead of a toggle, so that two users doing the same do
 * not undo each other.
 */
export const staffStatusForm = form('status', {
  status: field.choice(
    'Status',
    { active: 'Active', inactive: 'Inactive' },
    { required: 'Choose a status', isHidden: true },
  ),
})

export type StaffUserFields = ValuesOf<typeof staffForm>

export const factorRolesForm = form('sign-in of staff', {
  roles: field.choices('Two-step sign-in is compulsory for', roleNames, {
    hint: 'Staff who have not set it up, including you, must do so at once and cannot open any other page until then. For other roles it is optional.',
  }),
})
