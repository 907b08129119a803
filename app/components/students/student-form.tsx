import { FileField, textsOf } from '~/components/forms/file-field'
import { type ServerField, useServerForm } from '~/components/forms/use-server-form'
import { m } from '~/language/paraglide/messages'
import { SectionForm, type SectionFrame } from './section-form'
import { StudentFields, type StudentValues } from './student-fields'

type StudentFormProps = {
  frame: SectionFrame
  values: StudentValues
  photo: { key: string; fileName: string; href: string } | null
}

type Values = StudentValues & { student_photo: string; student_photo_received: string[] }

/** The section Student Information as the office fills it, photo included. */
export function StudentForm({ frame, values, photo }: StudentFormProps) {
  const state = useServerForm<Values>({ id: 'student', lastResult: frame.lastResult, defaultValue: values })
  const { student_photo: field, student_photo_received: received } = state.fields
  return (
    <SectionForm frame={frame} state={state} withFiles>
      <StudentFields fields={state.fields} isNew={false} />
      <PhotoField field={field} received={received} photo={photo} />
    </SectionForm>
  )
}

type PhotoFieldProps = { field: ServerField; received: ServerField; photo: StudentFormProps['photo'] }

/** The photo, of the office's and of the student's own form. */
export function PhotoField({ field, received, photo }: PhotoFieldProps) {
  return (
    <FileField
      name={field.name}
      id={field.id}
      label={m.students_photo()}
      hint={m.students_photo_hint()}
      errors={field.errors}
      accept="image/jpeg,image/png,image/webp"
      received={textsOf(received)}
      stored={photo ? [photo] : []}
    />
  )
}
