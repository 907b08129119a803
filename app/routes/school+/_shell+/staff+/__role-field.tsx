import { fieldProps, RadioGroup, type ServerField } from '~/components/forms'
import { roleFacts, type StaffRole } from '~/models/people/accounts/staff/permissions'

const options = Object.entries(roleFacts).map(([value, { name, hint }]) => ({ value, label: name, hint }))

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
          <strong>{`Role: ${roleFacts[role].name}.`}</strong> Another owner can change yours.
        </p>
        <input type="hidden" name="role" value={role} />
      </div>
    ),
  },
})
