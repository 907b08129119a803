import type { SubmissionResult } from '@conform-to/react'
import { type PlaceChoices, PlaceFields, type PlaceValues } from '~/components/academics/place-fields'
import { useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { paths } from '~/http/paths'
import { StudentFields, type StudentValues } from './student-fields'

type NewStudentFormProps = {
  lastResult: SubmissionResult<string[]> | undefined
  values: Partial<StudentValues & PlaceValues>
  choices: PlaceChoices
}

/** Student and first enrollment in one form: both are made, or neither. */
export function NewStudentForm({ lastResult, values, choices }: NewStudentFormProps) {
  const state = useServerForm<StudentValues & PlaceValues>({ id: 'student', lastResult, defaultValue: values })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Creation Failed"
      submit="Create student"
      cancelHref={paths.school.students}
    >
      <h2>Student</h2>
      <StudentFields fields={state.fields} isNew />
      <h2>Enrollment</h2>
      <PlaceFields fields={state.fields} choices={choices} />
    </OfficeForm>
  )
}
