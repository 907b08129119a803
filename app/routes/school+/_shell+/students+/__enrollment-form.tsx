import type { ReactNode } from 'react'
import { type FormResult, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { type EnrollmentChoices, EnrollmentFields, type EnrollmentValues } from './__enrollment-fields'

type EnrollmentFormProps = {
  lastResult: FormResult | undefined
  values: EnrollmentValues
  choices: EnrollmentChoices
  mode: 'new' | 'edit'
  /** What an edit was made from. */
  seen?: string
  cancelHref: string
  aside?: ReactNode
}

export function EnrollmentForm({ lastResult, values, choices, mode, seen, cancelHref, aside }: EnrollmentFormProps) {
  const state = useServerForm<EnrollmentValues>({ id: 'enrollment', lastResult, defaultValue: values })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Enroll' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      {seen === undefined ? null : <input type="hidden" name="seen" value={seen} />}
      <EnrollmentFields fields={state.fields} choices={choices} fixed={mode === 'edit'} />
    </OfficeForm>
  )
}
