import type { ReactNode } from 'react'
import { OwnPasswordField } from '~/components/accounts/own-password-field'
import { RadioGroup } from '~/components/forms/radio-group'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { schoolPaths } from '~/http/school-paths'
import { longestEmail, longestPersonName } from '~/models/accounts/options'
import type { StaffRole } from '~/models/accounts/permissions'
import { invitationHint } from '~/models/accounts/staff-fields'
import { roleHints, roleNames } from '~/models/accounts/staff-options'

export type StaffValues = { name: string; email: string; role: string }

type StaffFormProps = {
  lastResult: FormResult | undefined
  values: StaffValues
  mode: 'new' | 'edit'
  /** Why the role cannot be changed here. */
  roleIsFixed?: string
  asksPassword: boolean
  aside?: ReactNode
  /** Of a sign-in that is edited. */
  version?: number
  /** What somebody else saved meanwhile. */
  conflict?: { version: number; changes: string[] } | null
}

type Fields = StaffValues & { own_password: string; version: string }

/** Who a colleague is, where the invitation goes, and what the sign-in is for. */
export function StaffForm({
  lastResult,
  values,
  mode,
  roleIsFixed,
  asksPassword,
  aside,
  version,
  conflict,
}: StaffFormProps) {
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
      {conflict ? <ChangedMeanwhile {...conflict} typed={null} /> : null}
      {version === undefined ? null : (
        <input type="hidden" name="version" value={fields.version.initialValue ?? version} />
      )}
      <TextField {...fieldProps(fields.name)} label="Name" required maxLength={longestPersonName} />
      <TextField
        {...fieldProps(fields.email)}
        label="Email"
        hint={mode === 'new' ? invitationHint : 'Used to sign in.'}
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
