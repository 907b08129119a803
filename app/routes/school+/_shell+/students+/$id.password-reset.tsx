import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { foundOr404, parseForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { requiresActivationCode } from '~/models/accounts/activation-code.server'
import { firstPasswordSchema } from '~/models/accounts/schema'
import { resetToFirstPassword } from '~/models/accounts/student-account.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { findStudentRecord } from '~/models/students/find-record.server'
import { fullName } from '~/models/students/rules'
import { Question } from './__question'

export const handle = pageTitle(() => 'Reset to the first password')

const notActive = 'This student is not active and cannot sign in. Restore the student first.'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const student = foundOr404(isPublicId(params.id) ? await findStudentRecord(scope, params.id) : null)
  return {
    id: student.publicId,
    name: fullName(student),
    isActive: student.status === 'active',
    hasPassword: student.hasPassword,
    asksCode: await requiresActivationCode(scope),
    formKey: randomUUID(),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, firstPasswordSchema)
  if (!form.ok) return data({ obstacle: 'Open the page again.' }, { status: 422 })
  const outcome = await resetToFirstPassword(scope, id, form.value.form_key)
  if (outcome.ok) {
    return redirectWithToast(schoolPaths.student(id), {
      type: 'success',
      title: 'Updated!',
      message: 'The first password is the date of birth again.',
    })
  }
  if (outcome.reason === 'not-found') return foundOr404(null)
  return data({ obstacle: notActive }, { status: 422 })
}

export default function PasswordResetPage() {
  const { id, name, isActive, hasPassword, asksCode, formKey } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Question
      title={`Reset ${name} to the first password?`}
      context={hasPassword ? undefined : 'No password has been chosen yet.'}
      button="Reset password"
      busy="Resetting..."
      danger
      fields={{ form_key: formKey }}
      obstacle={refused?.obstacle ?? (isActive ? null : notActive)}
      backHref={schoolPaths.student(id)}
    >
      <p>
        The chosen password is removed and the student is signed out everywhere. The next sign-in is with the date of
        birth as yyyy-mm-dd, and a new password must be chosen before anything is shown.
      </p>
      {asksCode ? (
        <p>A slip printed earlier is then no longer valid: print a new one with the new activation code.</p>
      ) : null}
    </Question>
  )
}
