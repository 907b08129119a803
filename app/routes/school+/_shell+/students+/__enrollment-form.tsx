import type { ReactNode } from 'react'
import { type FormResult, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { type PlaceChoices, PlaceFields, type PlaceValues } from './__place-fields'

type EnrollmentFormProps = {
  lastResult: FormResult | undefined
  values: PlaceValues
  choices: PlaceChoices
  mode: 'new' | 'edit'
  /** What an edit was made from. */
  seen?: string
  cancelHref: string
  aside?: ReactNode
}

export function EnrollmentForm({ lastResult, values, choices, mode, seen, cancelHref, aside }: EnrollmentFormProps) {
  const state = useServerForm<PlaceValues>({ id: 'enrollment', lastResult, defaultValue: values })
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
      <PlaceFields fields={state.fields} choices={choices} fixed={mode === 'edit'} />
    </OfficeForm>
  )
}
