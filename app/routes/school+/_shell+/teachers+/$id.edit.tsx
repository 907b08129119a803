import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { isPasswordFresh } from '~/http/fresh-password.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { invitationLink } from '~/http/sign-in.server'
import { redirectWithToast } from '~/http/toast.server'
import { findTeacher, signInChoices } from '~/models/academics/teacher-queries.server'
import { teacherSchema } from '~/models/academics/teacher-schema'
import { updateTeacher } from '~/models/academics/update-teacher.server'
import { mayStaff } from '~/models/accounts/permissions'
import { isPublicId } from '~/models/shared/public-id.server'
import { TeacherForm } from './__teacher-form'
import { signInRefusalOf, teacherRefusals } from './__teacher-form.server'

export const handle = pageTitle(() => 'Edit teacher', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'academics:edit')
  const teacher = foundOr404(isPublicId(params.id) ? await findTeacher(staff.scope, params.id) : null)
  const signIns = mayStaff(staff.role, 'staff:edit')
    ? { choices: await signInChoices(staff.scope, teacher.id), asksPassword: !isPasswordFresh(staff) }
    : null
  return {
    id: teacher.publicId,
    signIns,
    values: {
      employee_number: teacher.employeeNumber,
      first_name: teacher.firstName,
      last_name: teacher.lastName,
      email: teacher.email ?? '',
      mobile_number: teacher.mobileNumber ?? '',
      qualification: teacher.qualification ?? '',
      joined_on: teacher.joinedOn ?? '',
      sign_in: teacher.signInPublicId ?? 'none',
    },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'academics:edit')
  const teacher = foundOr404(isPublicId(params.id) ? await findTeacher(staff.scope, params.id) : null)
  const form = await parseForm(request, teacherSchema, { secret: ['own_password'] })
  if (!form.ok) return form.reply()
  const wrongPassword = await signInRefusalOf(request, staff, form.value, teacher.signInPublicId ?? 'none')
  if (wrongPassword) return form.refuse(null, { own_password: [wrongPassword] })
  const outcome = await updateTeacher(staff.scope, teacher.publicId, form.value, invitationLink)
  if (outcome.ok) {
    const message = form.value.sign_in === 'invite' ? 'The invitation is on its way.' : undefined
    return redirectWithToast(schoolPaths.teacher(teacher.publicId), { type: 'success', title: 'Updated!', message })
  }
  return outcome.reason === 'not-found' ? foundOr404(null) : form.refuse(null, teacherRefusals[outcome.reason])
}

export default function EditTeacherPage() {
  const { id, signIns, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`${values.first_name} ${values.last_name}`} />
      <TeacherForm
        mode="edit"
        lastResult={useActionData<typeof action>()}
        values={values}
        signIns={signIns}
        cancelHref={schoolPaths.teacher(id)}
        aside={
          <ButtonLink href={schoolPaths.deleteTeacher(id)} variant="quiet">
            Delete this teacher
          </ButtonLink>
        }
      />
    </>
  )
}
