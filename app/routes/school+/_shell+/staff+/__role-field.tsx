import { fieldProps, RadioGroup, type ServerField } from '~/components/forms'
import type { StaffRole } from '~/models/people/accounts/staff/permissions'
import { roleHints, roleNames } from '~/models/people/accounts/staff/staff-options'

const options = Object.entries(roleNames).map(([value, label]) => ({
  value,
  label,
  hint: roleHints[value as StaffRole],
}))

/** Roles to choose from, each with its permissions. */
export const chosenRole = {
  role: {
    row: ([role]: readonly ServerField[]) =>
      role ? <RadioGroup key="role" {...fieldProps(role)} label="Role" required options={options} /> : null,
  },
}

/** Role as text, for users who cannot change it here. */
export const fixedRole = (role: StaffRole) => ({
  role: {
    row: () => (
      <div key="role">
        <p>
          <strong>{`Role: ${roleNames[role]}.`}</strong> Another owner can change yours.
        </p>
        <input type="hidden" name="role" value={role} />
      </div>
    ),
  },
})
