import type { ReactNode } from 'react'
import { OwnPasswordField } from '~/components/accounts/own-password-field'
import { RadioGroup } from '~/components/forms/radio-group'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { longestEmail, longestPersonName } from '~/models/accounts/options'
import type { StaffRole } from '~/models/accounts/permissions'
import { invitationDays, roleHints, roleNames } from '~/models/accounts/staff-options'

export type StaffValues = { name: string; email: string; role: string }

type StaffFormProps = {
  lastResult: FormResult | undefined
  values: StaffValues
  mode: 'new' | 'edit'
  /** Why the role cannot be changed here. */
  roleIsFixed?: string
  asksPassword: boolean
  aside?: ReactNode
}

type Fields = StaffValues & { own_password: string }

/** Who a colleague is, where the invitation goes, and what the sign-in is for. */
export function StaffForm({ lastResult, values, mode, roleIsFixed, asksPassword, aside }: StaffFormProps) {
  const state = useServerForm<Fields>({ id: 'staff', lastResult, defaultValue: values })
  const { fields } = state
  const role = fieldProps(fields.role)
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Send invitation' : 'Save Changes'}
      cancelHref={schoolPaths.staff}
      aside={aside}
    >
      <TextField {...fieldProps(fields.name)} label="Name" required maxLength={longestPersonName} />
      <TextField
        {...fieldProps(fields.email)}
        label="Email"
        hint={
          mode === 'new'
            ? `Used to sign in. A mail with a link to choose a password is sent there, valid for ${invitationDays} days.`
            : 'Used to sign in.'
        }
        type="email"
        required
        maxLength={longestEmail}
      />
      {roleIsFixed ? (
        <>
          <p>
            <strong>{`Role: ${roleNames[values.role as StaffRole]}.`}</strong> {roleIsFixed}
          </p>
          <input type="hidden" name="role" value={values.role} />
        </>
      ) : (
        <RadioGroup
          {...role}
          label="Role"
          required
          options={Object.entries(roleNames).map(([value, label]) => ({
            value,
            label,
            hint: roleHints[value as StaffRole],
          }))}
        />
      )}
      {asksPassword ? <OwnPasswordField field={fields.own_password} required /> : null}
    </OfficeForm>
  )
}
