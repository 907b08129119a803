import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { isPasswordFresh, passwordRefusal } from '~/http/fresh-password.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { invitationLink } from '~/http/sign-in-links.server'
import { redirectWithToast } from '~/http/toast.server'
import { findStaffUser } from '~/models/accounts/staff-queries.server'
import { staffUserSchema } from '~/models/accounts/staff-schema'
import { updateStaff } from '~/models/accounts/update-staff.server'
import { isPublicId } from '~/models/shared/public-id.server'
import { rightsRefusals, takenEmailWords, tooManyMails } from '~/routes/school+/_shell+/__staff-form.server'
import { StaffForm } from './__staff-form'

export const handle = pageTitle(() => 'Edit a sign-in', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(context, request, 'staff:edit')
  const person = foundOr404(isPublicId(params.id) ? await findStaffUser(staff.scope, params.id) : null)
  return {
    id: person.publicId,
    state: person.state,
    isSelf: person.id === staff.staffId,
    hasFactor: person.hasFactor,
    asksPassword: !isPasswordFresh(staff),
    values: { name: person.name, email: person.email, role: person.role as string },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'staff:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, staffUserSchema, { secret: ['own_password'] })
  if (!form.ok) return form.reply()
  const { own_password, ...fields } = form.value
  const wrongPassword = await passwordRefusal(request, staff, own_password)
  if (wrongPassword) return form.refuse(null, { own_password: [wrongPassword] })
  const outcome = await updateStaff(staff.scope, id, fields, invitationLink)
  if (outcome.ok) return redirectWithToast(schoolPaths.staff, { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'too-many-mails') return form.refuse(null, { email: [tooManyMails] })
  if (outcome.reason === 'email-taken') {
    return form.refuse(null, { email: [await takenEmailWords(staff.scope, fields.email)] })
  }
  return form.refuse(null, { role: [rightsRefusals[outcome.reason]] })
}

export default function EditStaffPage() {
  const { id, state, isSelf, hasFactor, asksPassword, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={values.name} context={isSelf ? 'This is your own sign-in.' : undefined} />
      <div className="stack">
        {state === 'invited' ? (
          <Card title="Invitation" aside={<Badge tone="info">Invited</Badge>}>
            <div className="stack">
              <p>No password has been chosen yet.</p>
              <div className="actions">
                <ButtonLink href={schoolPaths.staffInvitation(id)} variant="secondary" icon="mail">
                  Send the invitation again
                </ButtonLink>
              </div>
            </div>
          </Card>
        ) : null}
        {hasFactor && !isSelf ? (
          <Card title="Two-step sign-in" aside={<Badge tone="good">On</Badge>}>
            <div className="stack">
              <p>A code from the phone is asked for after the password.</p>
              <div className="actions">
                <ButtonLink href={schoolPaths.takeFactor(id)} variant="secondary">
                  Phone lost: turn it off
                </ButtonLink>
              </div>
            </div>
          </Card>
        ) : null}
        <StaffForm
          mode="edit"
          lastResult={useActionData<typeof action>()}
          values={values}
          roleIsFixed={isSelf ? 'Another owner can change yours.' : undefined}
          asksPassword={asksPassword}
          aside={
            isSelf ? undefined : (
              <ButtonLink href={schoolPaths.staffStatus(id)} variant="quiet">
                {state === 'inactive' ? 'Restore sign-in' : 'Remove sign-in'}
              </ButtonLink>
            )
          }
        />
      </div>
    </>
  )
}
