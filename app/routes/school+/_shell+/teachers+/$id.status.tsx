import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { StatusQuestion } from '~/components/accounts/status-question'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { classSection, counted } from '~/models/academics/rules'
import { setTeacherStatus } from '~/models/academics/set-teacher-status.server'
import { findTeacher, sectionsLedBy } from '~/models/academics/teacher-queries.server'
import { teacherStatusSchema } from '~/models/academics/teacher-schema'
import { isPublicId } from '~/models/shared/public-id.server'
import { periodsOfTeacher } from '~/models/timetable/queries.server'

export const handle = pageTitle(() => 'Status of a teacher')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const teacher = foundOr404(isPublicId(params.id) ? await findTeacher(scope, params.id) : null)
  const sections = (await sectionsLedBy(scope, teacher.id)).map((one) => classSection(one.className, one.name))
  return {
    id: teacher.publicId,
    name: `${teacher.firstName} ${teacher.lastName}`,
    status: teacher.status,
    sections,
    periods: await periodsOfTeacher(scope, teacher.publicId),
    hasSignIn: teacher.signInStatus === 'active',
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'academics:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, teacherStatusSchema)
  if (!form.ok) return form.reply()
  const outcome = await setTeacherStatus(scope, id, form.value.status)
  if (!outcome.ok) return foundOr404(null)
  return redirectWithToast(schoolPaths.teacher(id), { type: 'success', title: 'Updated!' })
}

export default function TeacherStatusPage() {
  const { id, name, status, sections, periods, hasSignIn } = useLoaderData<typeof loader>()
  const isActive = status === 'active'
  const leaving = [
    sections.length > 0 ? `${sections.join(', ')} will have no class teacher.` : '',
    periods > 0
      ? `${name} is in the timetable for ${counted(periods, 'period')} a week; choose another teacher there.`
      : '',
    `${name} is no longer offered as a teacher; existing entries are kept.`,
    hasSignIn ? 'The sign-in remains until the owner removes it under Staff.' : '',
  ]
  return (
    <StatusQuestion
      title={isActive ? `Deactivate ${name}?` : `Restore ${name}?`}
      consequence={isActive ? leaving.filter(Boolean).join(' ') : `${name} can be class teacher again.`}
      becomes={isActive ? 'inactive' : 'active'}
      button={isActive ? 'Deactivate' : 'Restore'}
      busyText="Saving..."
      isDangerous={isActive}
      asksPassword={false}
      backHref={schoolPaths.teacher(id)}
      lastResult={useActionData<typeof action>()}
    />
  )
}
