import type { ReactNode } from 'react'
import { DateField } from '~/components/forms/date-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'

type MoveFormProps = {
  id: string
  label: string
  submit: string
  /** YYYY-MM-DD: the first day that is possible, and today. */
  earliest: string
  today: string
  lastResult: FormResult | undefined
  children: ReactNode
}

/** The day on which a student moved in or out. */
export function MoveForm({ id, label, submit, earliest, today, lastResult, children }: MoveFormProps) {
  const state = useServerForm<{ day: string }>({ id: 'move', lastResult, defaultValue: { day: today } })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit={submit}
      cancelHref={schoolPaths.hostelApplication(id)}
    >
      {children}
      <DateField {...fieldProps(state.fields.day)} label={label} required min={earliest} max={today} />
    </OfficeForm>
  )
}
