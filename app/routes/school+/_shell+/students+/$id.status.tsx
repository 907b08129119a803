import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { foundOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { changeStudentStatus } from '~/models/accounts/student-account.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { findStudentRecord } from '~/models/students/find-record.server'
import { fullName } from '~/models/students/rules'
import { studentStatusSchema } from '~/models/students/status-schema'
import { Question } from './__question'

export const handle = pageTitle(() => 'Change status')

const hasLeft = 'This student has left the school. Re-admit the student first.'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const student = foundOr404(isPublicId(params.id) ? await findStudentRecord(scope, params.id) : null)
  return { id: student.publicId, name: fullName(student), status: student.status }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, studentStatusSchema)
  if (!form.ok) {
    foundOr404(await findStudentRecord(scope, id))
    return data({ obstacle: 'Select a valid status' }, { status: 422 })
  }
  const outcome = await changeStudentStatus(scope, id, form.value.status)
  if (outcome.ok) return redirectWithToast(schoolPaths.student(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ obstacle: hasLeft }, { status: 422 })
}

export default function StudentStatusPage() {
  const { id, name, status } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const obstacle = refused?.obstacle ?? (status === 'left' ? hasLeft : null)
  const backHref = schoolPaths.student(id)
  return status === 'inactive' ? (
    <Question
      title={`Restore ${name}?`}
      button="Restore"
      busy="Restoring..."
      fields={{ status: 'active' }}
      obstacle={obstacle}
      backHref={backHref}
    >
      <p>The student may sign in again, with the same password, and is listed as active.</p>
    </Question>
  ) : (
    <Question
      title={`Deactivate ${name}?`}
      button="Deactivate"
      busy="Deactivating..."
      danger
      fields={{ status: 'inactive' }}
      obstacle={obstacle}
      backHref={backHref}
    >
      <p>
        The student is signed out everywhere at once and cannot sign in until restored. Class, seat and what is owed
        stay as they are; new fees are not assigned.
      </p>
    </Question>
  )
}
