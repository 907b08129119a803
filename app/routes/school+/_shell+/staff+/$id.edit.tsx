import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { PageHead } from '~/components/ui/page-head'
import { differences, lockOf } from '~/http/edit-lock.server'
import { type FieldErrors, readForm } from '~/http/forms.server'
import { isPasswordFresh, parseWithOwnPassword } from '~/http/fresh-password.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { invitationLink } from '~/http/sign-in.server'
import { redirectWithToast } from '~/http/toast.server'
import { staffSchema, updateStaff } from '~/models/accounts/staff.server'
import { roleNames } from '~/models/accounts/staff-options'
import { findStaffUser } from '~/models/accounts/staff-queries.server'
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
    version: person.version,
    values: { name: person.name, email: person.email, role: person.role as string },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(context, request, 'staff:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const find = async () => foundOr404(await findStaffUser(staff.scope, id))
  const body = await readForm(request)
  const lock = lockOf(body, await find(), ({ name, email, role }) =>
    differences(labels, { name, email, role: roleNames[role] }, withRoleNamed(body)),
  )
  const form = await parseWithOwnPassword(request, staff, body, staffSchema)
  if (!form.ok) return lock.answer(form.reply())
  const outcome = await updateStaff(staff.scope, id, form.value, invitationLink, lock.version)
  if (outcome.ok) return redirectWithToast(schoolPaths.staff, { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'changed') return lock.answer(form.refuse(null), await find())
  const wrong: FieldErrors =
    outcome.reason === 'too-many-mails'
      ? { email: [tooManyMails] }
      : outcome.reason === 'email-taken'
        ? { email: [await takenEmailWords(staff.scope, form.value.email)] }
        : { role: [rightsRefusals[outcome.reason]] }
  return lock.answer(form.refuse(null, wrong))
}

const labels = { name: 'Name', email: 'Email', role: 'Role' }

/** The form as it was sent, its role in a word. */
function withRoleNamed(body: FormData): FormData {
  const shown = new FormData()
  for (const name of ['name', 'email']) shown.set(name, String(body.get(name) ?? ''))
  shown.set('role', Object.entries(roleNames).find(([role]) => role === body.get('role'))?.[1] ?? '')
  return shown
}

export default function EditStaffPage() {
  const { id, state, isSelf, hasFactor, asksPassword, version, values } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
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
          lastResult={answer?.result}
          conflict={answer?.conflict}
          version={version}
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
