import type { ReactNode } from 'react'
import { DateField } from '~/components/forms/date-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { holidayNameLength } from '~/models/attendance/options'

type HolidayFormProps = {
  lastResult: FormResult | undefined
  values?: { name: string; starts_on: string; ends_on: string }
  aside?: ReactNode
}

export function HolidayForm({ lastResult, values, aside }: HolidayFormProps) {
  const state = useServerForm<NonNullable<HolidayFormProps['values']>>({
    id: 'holiday',
    lastResult,
    defaultValue: values,
  })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={values ? 'Update Failed' : 'Creation Failed'}
      submit={values ? 'Save Changes' : 'Create holiday'}
      cancelHref={schoolPaths.holidays}
      aside={aside}
    >
      <TextField
        {...fieldProps(fields.name)}
        label="Holiday name"
        hint="Such as Diwali, or Summer holidays"
        required
        maxLength={holidayNameLength}
      />
      <DateField {...fieldProps(fields.starts_on)} label="First day" required />
      <DateField {...fieldProps(fields.ends_on)} label="Last day" hint="yyyy-mm-dd. Leave it empty for a single day." />
    </OfficeForm>
  )
}
