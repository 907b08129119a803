import type { SubmissionResult } from '@conform-to/react'
import { useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { StudentFields, type StudentValues } from './student-fields'

type EditStudentFormProps = {
  lastResult: SubmissionResult<string[]> | undefined
  values: StudentValues
  cancelHref: string
}

export function EditStudentForm({ lastResult, values, cancelHref }: EditStudentFormProps) {
  const state = useServerForm<StudentValues>({ id: 'student', lastResult, defaultValue: values })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={cancelHref}
    >
      <StudentFields fields={state.fields} isNew={false} />
    </OfficeForm>
  )
}
