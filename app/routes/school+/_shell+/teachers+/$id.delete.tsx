import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DeleteQuestion } from '~/components/school/delete-question'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { deleteTeacher } from '~/models/academics/delete-teacher.server'
import { findDependents } from '~/models/academics/dependents.server'
import { classSection, counted, obstacleToDeleting } from '~/models/academics/rules'
import { findTeacher, sectionsLedBy } from '~/models/academics/teacher-queries.server'
import { isPublicId } from '~/models/shared/public-id.server'

export const handle = pageTitle(() => 'Delete teacher')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const teacher = foundOr404(isPublicId(params.id) ? await findTeacher(scope, params.id) : null)
  const name = `${teacher.firstName} ${teacher.lastName}`
  const sections = (await sectionsLedBy(scope, teacher.id)).map((one) => classSection(one.className, one.name))
  const { lessons, days = 0 } = await findDependents(scope, { kind: 'teacher', id: teacher.id })
  const obstacle =
    sections.length > 0
      ? `${name} is class teacher of ${sections.join(', ')}. Choose another class teacher there first, or deactivate ${name} instead.`
      : days > 0
        ? `Attendance of ${counted(days, 'day')} was taken with ${name} as class teacher, and keeps the name. Deactivate ${name} instead.`
        : obstacleToDeleting(name, { lessons })
  return { id: teacher.publicId, name, obstacle }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await deleteTeacher(scope, id)
  if (outcome.ok) return redirectWithToast(schoolPaths.teachers, { type: 'success', title: 'Deleted!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data(
    { status: 'error' as const, obstacle: 'This teacher has been used in other records since.' },
    { status: 422 },
  )
}

export default function DeleteTeacherPage() {
  const { id, name, obstacle } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <DeleteQuestion
      thing={name}
      consequence="The teacher will be deleted permanently. If the teacher is only leaving the school, deactivate instead. A sign-in remains until the owner removes it."
      obstacle={obstacle ?? refused?.obstacle ?? null}
      backHref={schoolPaths.teacher(id)}
    />
  )
}
