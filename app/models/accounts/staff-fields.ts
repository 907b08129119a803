import { field, form } from '~/models/shared/fields'
import { roleNames } from './staff-options'

/** The roles of which the school demands two-step sign-in. */
export const factorRolesForm = form('sign-in of staff', {
  roles: field.choices('Two-step sign-in is compulsory for', roleNames, {
    hint: 'Staff who have not set it up, including you, must do so at once and cannot open any other page until then. Others may use it.',
  }),
})
