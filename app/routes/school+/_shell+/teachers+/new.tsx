import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { isPasswordFresh } from '~/http/fresh-password.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { invitationLink } from '~/http/sign-in.server'
import { redirectWithToast } from '~/http/toast.server'
import { createTeacher } from '~/models/academics/create-teacher.server'
import { signInChoices } from '~/models/academics/teacher-queries.server'
import { teacherSchema } from '~/models/academics/teacher-schema'
import { mayStaff } from '~/models/accounts/permissions'
import { TeacherForm } from './__teacher-form'
import { signInRefusalOf, teacherRefusals } from './__teacher-form.server'

export const handle = pageTitle(() => 'Add teacher', { hasForm: true })

const nothing = {
  employee_number: '',
  first_name: '',
  last_name: '',
  email: '',
  mobile_number: '',
  qualification: '',
  joined_on: '',
  sign_in: 'none',
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'academics:edit')
  const signIns = mayStaff(staff.role, 'staff:edit')
    ? { choices: await signInChoices(staff.scope, null), asksPassword: !isPasswordFresh(staff) }
    : null
  return { signIns }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'academics:edit')
  const form = await parseForm(request, teacherSchema, { secret: ['own_password'] })
  if (!form.ok) return form.reply()
  const wrongPassword = await signInRefusalOf(request, staff, form.value, 'none')
  if (wrongPassword) return form.refuse(null, { own_password: [wrongPassword] })
  const outcome = await createTeacher(staff.scope, form.value, invitationLink)
  if (!outcome.ok) return form.refuse(null, teacherRefusals[outcome.reason])
  const message = form.value.sign_in === 'invite' ? 'The invitation is on its way.' : undefined
  return redirectWithToast(schoolPaths.teacher(outcome.value), { type: 'success', title: 'Created!', message })
}

export default function NewTeacherPage() {
  const { signIns } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Add teacher" />
      <TeacherForm
        mode="new"
        lastResult={useActionData<typeof action>()}
        values={nothing}
        signIns={signIns}
        cancelHref={schoolPaths.teachers}
      />
    </>
  )
}
