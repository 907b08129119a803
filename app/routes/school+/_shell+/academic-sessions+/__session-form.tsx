import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { DateField } from '~/components/forms/date-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { sessionNameLength } from '~/models/academics/options'

export type SessionValues = { name: string; starts_on: string; ends_on: string; is_current: boolean }

type SessionFormProps = {
  lastResult: FormResult | undefined
  values: SessionValues
  mode: 'new' | 'edit'
  cancelHref: string
  aside?: ReactNode
}

export function SessionForm({ lastResult, values, mode, cancelHref, aside }: SessionFormProps) {
  const state = useServerForm<SessionValues>({ id: 'session', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Create session' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      <TextField
        {...fieldProps(fields.name)}
        label="Session name"
        hint="Such as 2026-2027"
        required
        maxLength={sessionNameLength}
      />
      <div className="cols">
        <DateField {...fieldProps(fields.starts_on)} label="First day" required />
        <DateField {...fieldProps(fields.ends_on)} label="Last day" required />
      </div>
      <CheckboxField
        {...checkboxProps(fields.is_current)}
        label="This is the current session"
        hint="A school has exactly one: the other session then stops being current."
      />
    </OfficeForm>
  )
}
