import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui/page-head'
import { readForm } from '~/http/forms.server'
import { isPasswordFresh, parseWithOwnPassword } from '~/http/fresh-password.server'
import { requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { invitationLink } from '~/http/sign-in.server'
import { redirectWithToast } from '~/http/toast.server'
import { inviteStaff } from '~/models/accounts/invitations.server'
import { staffSchema } from '~/models/accounts/staff.server'
import { takenEmailWords, tooManyMails } from '~/routes/school+/_shell+/__staff-form.server'
import { StaffForm } from './__staff-form'

export const handle = pageTitle(() => 'Invite a colleague', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'staff:edit')
  return { asksPassword: !isPasswordFresh(staff) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'staff:edit')
  const form = await parseWithOwnPassword(request, staff, await readForm(request), staffSchema)
  if (!form.ok) return form.reply()
  const fields = form.value
  const outcome = await inviteStaff(staff.scope, fields, invitationLink)
  if (!outcome.ok && outcome.reason === 'too-many-mails') return form.refuse(null, { email: [tooManyMails] })
  if (!outcome.ok) return form.refuse(null, { email: [await takenEmailWords(staff.scope, fields.email)] })
  const message = `An invitation is on its way to ${fields.email}.`
  return redirectWithToast(schoolPaths.staff, { type: 'success', title: 'Created!', message })
}

export default function NewStaffPage() {
  const { asksPassword } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Invite a colleague"
        context="Each person has their own sign-in: the audit log names who did what."
      />
      <StaffForm
        mode="new"
        lastResult={useActionData<typeof action>()}
        values={{ name: '', email: '', role: '' }}
        asksPassword={asksPassword}
      />
    </>
  )
}
