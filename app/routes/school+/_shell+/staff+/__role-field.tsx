import { fieldProps, RadioGroup, type ServerField } from '~/components/forms'
import type { StaffRole } from '~/models/accounts/permissions'
import { roleHints, roleNames } from '~/models/accounts/staff-options'

const options = Object.entries(roleNames).map(([value, label]) => ({
  value,
  label,
  hint: roleHints[value as StaffRole],
}))

/** What the sign-in is for, each role with what it may. */
export const chosenRole = {
  role: {
    row: ([role]: readonly ServerField[]) =>
      role ? <RadioGroup key="role" {...fieldProps(role)} label="Role" required options={options} /> : null,
  },
}

/** The role of one who cannot change it here. */
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
