import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CheckboxField, SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { Alert, Button, ButtonLink, PageHead } from '~/components/ui'
import { foundOr404, idOr404, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { choicesOf } from '~/kit/forms/fields'
import { counted } from '~/models/core/shared/counted'
import { classChoices, sectionChoices } from '~/models/people/academics/queries.server'
import { sectionOptions } from '~/models/people/academics/rules'
import { guardians } from '~/models/people/guardians/guardians.server'
import { mailInvitations } from '~/models/people/guardians/invite.server'
import { activationAddress, backToInvite, type InviteTrouble, inviteTroubles, readInvitees } from './__invite.server'

export const handle = pageTitle(() => 'Invite guardians', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const query = new URL(request.url).searchParams
  const filters = {
    class: idOr404(query, 'class'),
    section: idOr404(query, 'section'),
    guardian: idOr404(query, 'guardian'),
    again: query.get('again') === 'on',
  }
  const trouble = query.get('trouble') ?? ''
  const isKnown = Object.keys(inviteTroubles).includes(trouble)
  const troubleMessage = isKnown ? inviteTroubles[trouble as InviteTrouble] : null
  if (filters.guardian !== '') {
    const { name, isInvited, isActivated, email } = foundOr404(await guardians.find(scope, filters.guardian))
    return {
      said: troubleMessage,
      chosen: filters,
      one: { name, isInvited, isActivated, email },
      classes: [],
      sections: [],
    }
  }
  const [classes, sections] = await Promise.all([classChoices(scope), sectionChoices(scope)])
  return {
    said: troubleMessage,
    chosen: filters,
    one: null,
    classes: choicesOf(classes),
    sections: sectionOptions(sections),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'students:edit')
  const body = await readForm(request)
  const whom = readInvitees(body)
  if (whom === null) return backToInvite(body, 'choose')
  const outcome = await mailInvitations(scope, whom, activationAddress())
  if (!outcome.ok) return backToInvite(body, outcome.reason)
  return redirectWithToast('guardian' in whom ? schoolPaths.guardian(whom.guardian) : schoolPaths.guardians, {
    type: 'success',
    title: 'Updated!',
    message: `${counted(outcome.value, 'invitation')} will be sent by e-mail.`,
  })
}

export default function InviteGuardiansPage() {
  const { said, chosen, one, classes, sections } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={one === null ? 'Invite guardians' : `Invite ${one.name}`}
        context="A slip has a code, valid for 30 days. Activation also needs the mobile number or e-mail that the school has; the slip does not show either in full. A new code replaces the earlier one."
      />
      {said === null ? null : <Alert tone="warn" title="No one was invited" text={said} />}
      <form method="post" action={schoolPaths.guardianSlips} className="card">
        {one === null ? (
          <>
            <SelectField
              name="class"
              label="Class"
              placeholder="Choose a class"
              defaultValue={chosen.class}
              options={classes}
              required
            />
            <SelectField
              name="section"
              label="Section"
              placeholder="All sections of the class"
              defaultValue={chosen.section}
              options={sections}
            />
            <CheckboxField
              name="again"
              label="Include guardians already invited"
              defaultChecked={chosen.again}
              hint="Their old slips become invalid"
            />
          </>
        ) : (
          <>
            <input type="hidden" name="guardian" value={chosen.guardian} />
            {one.isActivated ? (
              <p>
                This guardian has an account. Use a new invitation if the password is forgotten: the guardian chooses a
                new password and then signs in with the number or e-mail entered with it.
              </p>
            ) : null}
            {one.isInvited ? <p>An invitation is open. A new one replaces it.</p> : null}
          </>
        )}
        <div className="actions">
          <Button type="submit">{one === null ? 'Print slips' : 'Print slip'}</Button>
          {one === null || one.email !== null ? (
            <Button type="submit" variant="secondary" formAction={schoolPaths.inviteGuardians}>
              Send by e-mail
            </Button>
          ) : null}
          {one === null || one.isInvited ? (
            <ButtonLink
              href={listHref(schoolPaths.tellInvited, { guardian: chosen.guardian, section: chosen.section })}
              variant="secondary"
              label="Notify by message"
            />
          ) : null}
          <ButtonLink
            href={one === null ? schoolPaths.guardians : schoolPaths.guardian(chosen.guardian)}
            variant="secondary"
            label="Back"
          />
        </div>
      </form>
    </>
  )
}
