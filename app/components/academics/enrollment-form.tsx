import type { SubmissionResult } from '@conform-to/react'
import { useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { type PlaceChoices, PlaceFields, type PlaceValues } from './place-fields'

type EnrollmentFormProps = {
  lastResult: SubmissionResult<string[]> | undefined
  values: PlaceValues
  choices: PlaceChoices
  mode: 'new' | 'edit'
  cancelHref: string
}

export function EnrollmentForm({ lastResult, values, choices, mode, cancelHref }: EnrollmentFormProps) {
  const state = useServerForm<PlaceValues>({ id: 'enrollment', lastResult, defaultValue: values })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Enroll' : 'Save Changes'}
      cancelHref={cancelHref}
    >
      <PlaceFields fields={state.fields} choices={choices} fixed={mode === 'edit'} />
    </OfficeForm>
  )
}
