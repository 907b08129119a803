import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHead } from '~/components/ui/page-head'
import { SubmitButton } from '~/components/ui/submit-button'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { invitationLink } from '~/http/sign-in-links.server'
import { redirectWithToast } from '~/http/toast.server'
import { sendInvitation } from '~/models/accounts/send-invitation.server'
import { invitationDays } from '~/models/accounts/staff-options'
import { findStaffUser } from '~/models/accounts/staff-queries.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { tooManyMails } from '~/routes/school+/_shell+/__staff-form.server'

export const handle = pageTitle(() => 'Send the invitation again')

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'staff:edit')
  const person = foundOr404(isPublicId(params.id) ? await findStaffUser(scope, params.id) : null)
  return { id: person.publicId, name: person.name, email: person.email, isInvited: person.state === 'invited' }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'staff:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const outcome = await sendInvitation(scope, id, invitationLink)
  if (outcome.ok) return redirectWithToast(schoolPaths.editStaff(id), { type: 'success', title: 'Invitation sent' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  return redirectWithToast(schoolPaths.editStaff(id), {
    type: 'info',
    title: 'Not sent',
    message:
      outcome.reason === 'too-many-mails'
        ? tooManyMails
        : 'The invitation has already been accepted, or the sign-in was removed.',
  })
}

export default function StaffInvitationPage() {
  const { id, name, email, isInvited } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Invite ${name} again?`} />
      <Card>
        <p>
          {isInvited
            ? `A new mail is sent to ${email}, valid for ${invitationDays} days. The link in the earlier mail stops working.`
            : `${name} needs no invitation.`}
        </p>
        <Form method="post" className="actions">
          {isInvited ? <SubmitButton busyText="Sending...">Send the invitation again</SubmitButton> : null}
          <ButtonLink href={schoolPaths.editStaff(id)} variant="secondary">
            {isInvited ? 'Cancel' : 'Back'}
          </ButtonLink>
        </Form>
      </Card>
    </>
  )
}
