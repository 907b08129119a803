import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { findEnrollment } from '~/models/academics/enrollment-queries.server'
import { classSection } from '~/models/academics/rules'
import { type RemoveEnrollmentRefusal, removeEnrollment } from '~/models/admissions/remove-enrollment.server'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'

export const handle = pageTitle(() => 'Delete enrollment')

async function enrollmentOf(scope: SchoolScope, params: LoaderFunctionArgs['params']) {
  const found = isPublicId(params.enrollmentId) ? await findEnrollment(scope, params.enrollmentId) : null
  return foundOr404(found?.studentPublicId === params.id ? found : null)
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const enrollment = await enrollmentOf(scope, params)
  return {
    studentId: enrollment.studentPublicId,
    id: enrollment.publicId,
    thing: `enrollment of ${enrollment.studentName} in ${classSection(enrollment.className, enrollment.sectionName)}, ${enrollment.sessionName}`,
  }
}

const obstacles: Record<Exclude<RemoveEnrollmentRefusal, 'not-found'>, string> = {
  'has-attendance':
    'Attendance has been marked for it. If the student is leaving the school, mark the student as left instead.',
  'has-marks': 'Marks have been given for it. If the student is leaving the school, mark the student as left instead.',
  'has-payments': 'A fee of the class was paid, or a payment has begun. Refund it first.',
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const enrollment = await enrollmentOf(scope, params)
  const outcome = await removeEnrollment(scope, enrollment.publicId)
  if (outcome.ok) {
    const back = schoolPaths.student(enrollment.studentPublicId)
    return redirectWithToast(back, { type: 'success', title: 'Deleted!' })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ status: 'error' as const, obstacle: obstacles[outcome.reason] }, { status: 422 })
}

export default function DeleteEnrollmentPage() {
  const { studentId, id, thing } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={thing}
      consequence="For enrollments made by mistake: the seat is released and the unpaid fees of the class are withdrawn."
      obstacle={refused?.obstacle ?? null}
      backHref={schoolPaths.editEnrollment(studentId, id)}
    />
  )
}
