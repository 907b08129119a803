import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { parseUploadForm } from '~/http/uploads.server'
import { m } from '~/language/paraglide/messages'
import { sectionChoices, sessionChoices } from '~/models/academics/queries.server'
import { enrollmentSchema } from '~/models/academics/schema'
import { type AdmitRefusal, admitStudent } from '~/models/admissions/admit-student.server'
import { todayInIndia } from '~/models/shared/calendar'
import { photoRule } from '~/models/students/document-rules.server'
import { accountsSharingAName } from '~/models/students/options'
import { suggestEnrollmentNumber } from '~/models/students/queries.server'
import { studentSchema } from '~/models/students/schema'
import { NewStudentForm } from './__new-student-form'

export const handle = pageTitle(() => 'Add student', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const [sessions, sections, enrollmentNumber] = await Promise.all([
    sessionChoices(scope),
    sectionChoices(scope),
    suggestEnrollmentNumber(scope),
  ])
  return {
    choices: { sessions: sessions.map(({ publicId, name, isCurrent }) => ({ publicId, name, isCurrent })), sections },
    values: {
      enrollment_number: enrollmentNumber,
      academic_session: sessions.find((session) => session.isCurrent)?.publicId ?? '',
      enrolled_on: todayInIndia(new Date()),
    },
  }
}

const refusals: Record<AdmitRefusal, () => Record<string, string[]>> = {
  'no-such-session': () => ({ academic_session: [m.students_session_invalid()] }),
  'no-such-section': () => ({ section: [m.students_class_invalid()] }),
  'section-full': () => ({ section: ['This section is full; choose another one or raise its capacity'] }),
  'roll-number-taken': () => ({ roll_number: ['Somebody in this section has this roll number already'] }),
  'enrollment-number-taken': () => ({ enrollment_number: ['Another student has this enrollment number already'] }),
  'email-crowded': () => ({ email: [`${accountsSharingAName} students share this e-mail already`] }),
  'mobile-crowded': () => ({ mobile_number: [`${accountsSharingAName} students share this mobile number already`] }),
  'files-gone': () => ({ student_photo: [m.students_document_expired()] }),
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const today = todayInIndia(new Date())
  const schema = studentSchema({ today }).extend(enrollmentSchema.shape)
  const form = await parseUploadForm(request, scope, schema, { student_photo: photoRule })
  if (!form.ok) return form.reply()
  const outcome = await admitStudent(scope, form.value, form.files.student_photo)
  if (!outcome.ok) return form.refuse(null, refusals[outcome.reason]())
  return redirectWithToast(schoolPaths.student(outcome.value), { type: 'success', title: 'Created!' })
}

export default function NewStudentPage() {
  const { choices, values } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Add student" context="The student, the parents and the class, in one form." />
      {choices.sessions.length === 0 ? (
        <EmptyState
          icon="calendar"
          title="First add an academic session"
          text="A student is enrolled in a class for a session, and there is no session yet."
          action={<ButtonLink href={schoolPaths.newSession}>Add session</ButtonLink>}
        />
      ) : choices.sections.length === 0 ? (
        <EmptyState
          icon="school"
          title="First add a class with a section"
          text="A student is enrolled in a section of a class, and there is no section yet."
          action={<ButtonLink href={schoolPaths.newSection}>Add section</ButtonLink>}
        />
      ) : (
        <NewStudentForm lastResult={lastResult} values={values} choices={choices} />
      )}
    </>
  )
}
