import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { FileFields } from '~/components/students/file-fields'
import { ButtonLink, EmptyState, PageHead } from '~/components/ui'
import { redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { parseUploadForm } from '~/http/uploads.server'
import { viewOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { m } from '~/language/paraglide/messages'
import { todayInIndia } from '~/models/core/shared/calendar'
import { type AdmitRefusal, admitStudent } from '~/models/entry/admissions/admit-student.server'
import { enrollmentForm } from '~/models/people/academics/enrollment-fields'
import { sectionChoices, sessionChoices } from '~/models/people/academics/queries.server'
import { studentSchema } from '~/models/people/students/describe/sections.server'
import { studentForm } from '~/models/people/students/describe/student-fields.server'
import { photoField, photoRule } from '~/models/people/students/documents.server'
import { suggestNumbers } from '~/models/people/students/next-numbers.server'
import { EnrollmentFields } from './__enrollment-fields'
import { studentHints, studentRefusals } from './__student-words.server'

export const handle = pageTitle(() => 'Add student', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const [sessions, sections, numbers] = await Promise.all([
    sessionChoices(scope),
    sectionChoices(scope),
    suggestNumbers(scope),
  ])
  return {
    form: viewOf(studentForm),
    hints: studentHints.add,
    files: [photoField()],
    choices: { sessions: sessions.map(({ publicId, name, isCurrent }) => ({ publicId, name, isCurrent })), sections },
    values: {
      enrollment_number: numbers.enrollment,
      academic_session: sessions.find((session) => session.isCurrent)?.publicId ?? '',
      enrolled_on: todayInIndia(new Date()),
    },
  }
}

const refusals: Record<Exclude<AdmitRefusal, keyof typeof studentRefusals>, () => Record<string, string[]>> = {
  'no-such-session': () => ({ academic_session: [m.students_session_invalid()] }),
  'no-such-section': () => ({ section: [m.students_class_invalid()] }),
  'section-full': () => ({ section: ['This section is full; choose another one or raise its capacity'] }),
  'roll-number-taken': () => ({ roll_number: ['Another student in this section already has this roll number'] }),
  'files-gone': () => ({ student_photo: [m.students_document_expired()] }),
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const schema = studentSchema.and(schemaOf(enrollmentForm))
  const form = await parseUploadForm(request, scope, schema, { student_photo: photoRule })
  if (!form.ok) return form.reply()
  const outcome = await admitStudent(scope, form.value, form.files.student_photo)
  if (!outcome.ok) {
    const { reason } = outcome
    return form.refuse(
      null,
      reason in refusals
        ? refusals[reason as keyof typeof refusals]()
        : studentRefusals[reason as keyof typeof studentRefusals],
    )
  }
  return redirectWithToast(schoolPaths.student(outcome.value), { type: 'success', title: 'Created!' })
}

export default function NewStudentPage() {
  const { choices } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Add student" context="The student, the parents and the class, in one form." />
      {choices.sessions.length === 0 ? (
        <EmptyState
          icon="calendar"
          title="First add an academic session"
          text="A student is enrolled in a class for a session, and there is no session yet."
          action={<ButtonLink href={schoolPaths.newSession} label="Add session" />}
        />
      ) : choices.sections.length === 0 ? (
        <EmptyState
          icon="school"
          title="First add a class with a section"
          text="A student is enrolled in a section of a class, and there is no section yet."
          action={<ButtonLink href={schoolPaths.newSection} label="Add section" />}
        />
      ) : (
        <NewStudentForm />
      )}
    </>
  )
}

/** Student and first enrollment in one form: both are created, or neither. */
function NewStudentForm() {
  const { form, hints, files, choices, values } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const state = useServerForm<Record<string, string>>({ id: 'student', lastResult, defaultValue: values })
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
      <FormRows
        form={form}
        fields={state.fields}
        known={Object.fromEntries(Object.entries(hints).map(([name, hint]) => [name, { hint }]))}
      />
      <FileFields files={files} fields={state.fields} />
      <h2>Enrollment</h2>
      <EnrollmentFields fields={state.fields} choices={choices} />
    </OfficeForm>
  )
}
