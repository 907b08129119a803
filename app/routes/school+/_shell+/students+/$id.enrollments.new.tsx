import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { m } from '~/language/paraglide/messages'
import type { EnrollRefusal } from '~/models/academics/enroll.server'
import { sectionChoices, sessionChoices } from '~/models/academics/queries.server'
import { enrollmentSchema } from '~/models/academics/schema'
import { enrollStudent } from '~/models/admissions/enroll-student.server'
import { todayInIndia } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'
import { findStudentRecord } from '~/models/students/queries.server'
import { fullName } from '~/models/students/rules'
import { EnrollmentForm } from './__enrollment-form'

export const handle = pageTitle(() => 'Enroll in a session', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const [found, sessions, sections] = await Promise.all([
    findStudentRecord(scope, id),
    sessionChoices(scope),
    sectionChoices(scope),
  ])
  const student = foundOr404(found)
  return {
    id,
    name: fullName(student),
    choices: { sessions: sessions.map(({ publicId, name, isCurrent }) => ({ publicId, name, isCurrent })), sections },
    values: { academic_session: '', section: '', roll_number: '', enrolled_on: todayInIndia(new Date()) },
  }
}

const refusals: Record<EnrollRefusal, () => Record<string, string[]>> = {
  'no-such-session': () => ({ academic_session: [m.students_session_invalid()] }),
  'no-such-section': () => ({ section: [m.students_class_invalid()] }),
  'section-full': () => ({ section: ['This section is full; choose another one or raise its capacity'] }),
  'roll-number-taken': () => ({ roll_number: ['Somebody in this section has this roll number already'] }),
  'already-enrolled': () => ({ academic_session: ['The student is enrolled in this session already'] }),
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, enrollmentSchema)
  if (!form.ok) return form.reply()
  const outcome = await enrollStudent(scope, id, form.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.student(id), { type: 'success', title: 'Created!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'has-left') return form.refuse('The student has left the school. Re-admit the student first.')
  return form.refuse(null, refusals[outcome.reason]())
}

export default function NewEnrollmentPage() {
  const { id, name, choices, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Enroll ${name}`} context="Fees already assigned to the class become dues of the student." />
      <EnrollmentForm
        mode="new"
        lastResult={useActionData<typeof action>()}
        values={values}
        choices={choices}
        cancelHref={schoolPaths.student(id)}
      />
    </>
  )
}
