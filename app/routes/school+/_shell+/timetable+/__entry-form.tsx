import type { ReactNode } from 'react'
import { CheckboxGroup } from '~/components/forms/checkbox-group'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxGroupProps, OfficeForm } from '~/components/school/office-form'
import { dayNames, roomNumberLength, weekdays } from '~/models/timetable/options'

export type EntryValues = { subject: string; teacher: string; room_no: string; period: string; days: string[] }

type Choice = { value: string; label: string }

type EntryFormProps = {
  lastResult: FormResult | undefined
  values: EntryValues
  mode: 'new' | 'edit'
  subjects: readonly Choice[]
  teachers: readonly Choice[]
  periods: readonly Choice[]
  cancelHref: string
  aside?: ReactNode
}

/** What a section learns in a period, on one or several days. */
export function EntryForm(props: EntryFormProps) {
  const { lastResult, values, mode, subjects, teachers, periods, cancelHref, aside } = props
  const state = useServerForm<EntryValues>({ id: 'entry', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Add to timetable' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      <SelectField {...fieldProps(fields.period)} label="Period" required options={periods} />
      <CheckboxGroup
        {...checkboxGroupProps(fields.days)}
        label="Days"
        options={weekdays.map((day) => ({ value: String(day), label: dayNames[day] }))}
      />
      <SelectField {...fieldProps(fields.subject)} label="Subject" required options={subjects} />
      <div className="cols">
        <SelectField {...fieldProps(fields.teacher)} label="Teacher" placeholder="Nobody yet" options={teachers} />
        <TextField
          {...fieldProps(fields.room_no)}
          label="Room number"
          hint="Leave it empty if the section has its own room"
          maxLength={roomNumberLength}
        />
      </div>
    </OfficeForm>
  )
}
