import { type FormResult, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { StudentFields, type StudentValues } from '~/components/students/student-fields'
import { PhotoField } from '~/components/students/student-form'
import { schoolPaths } from '~/http/school-paths'
import { type EnrollmentChoices, EnrollmentFields, type EnrollmentValues } from './__enrollment-fields'

type NewStudentFormProps = {
  lastResult: FormResult | undefined
  values: Partial<StudentValues & EnrollmentValues>
  choices: EnrollmentChoices
}

type Values = StudentValues & EnrollmentValues & { student_photo: string; student_photo_received: string[] }

/** Student and first enrollment in one form: both are made, or neither. */
export function NewStudentForm({ lastResult, values, choices }: NewStudentFormProps) {
  const state = useServerForm<Values>({ id: 'student', lastResult, defaultValue: values })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Creation Failed"
      submit="Create student"
      cancelHref={schoolPaths.students}
      hasFiles
    >
      <h2>Student</h2>
      <StudentFields fields={state.fields} isNew />
      <PhotoField field={state.fields.student_photo} received={state.fields.student_photo_received} photo={null} />
      <h2>Enrollment</h2>
      <EnrollmentFields fields={state.fields} choices={choices} />
    </OfficeForm>
  )
}
