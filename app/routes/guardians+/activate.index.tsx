import type { ActionFunctionArgs } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { fieldProps, TextField, useServerForm } from '~/components/forms'
import { LinkParagraph, SubmitButton } from '~/components/ui'
import { invitationTicket } from '~/http/own-cookies.server'
import { pageTitle, paths } from '~/http/paths'
import { networkOfRequest } from '~/http/request-context.server'
import { anyone, openingUnlessSuspended, parseForm, seeOther } from '~/http/route.server'
import { m } from '~/language/paraglide/messages'
import { proveInvitationSchema } from '~/models/people/accounts/schema'
import { waitWords } from '~/models/people/accounts/sign-in/words.server'
import { proveInvitation } from '~/models/people/guardians/invitations.server'

export const handle = pageTitle(() => m.guardians_activate_title(), { hasForm: true })

export function loader() {
  anyone()
  return null
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, proveInvitationSchema, { secret: ['code'] })
  if (!form.ok) return form.reply()
  const proved = await openingUnlessSuspended(() => proveInvitation(anyone(), form.value, networkOfRequest(request)))
  if (proved.ok)
    return seeOther(paths.guardian.activateAccount, { 'Set-Cookie': await invitationTicket.header(proved.value) })
  if (proved.reason === 'slowed') return form.refuse(m.accounts_slowed({ wait: waitWords(proved.waitSeconds) }))
  return form.refuse(m.guardians_activate_wrong())
}

export default function ActivateGuardianPage() {
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<{ contact: string; code: string }>({ id: 'activate', lastResult })
  return (
    <AccountPage side="guardian" title={m.guardians_activate_title()}>
      <p>{m.guardians_activate_text()}</p>
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.guardians_activate_failed()} />
        <TextField
          label={m.guardians_contact()}
          hint={m.guardians_contact_hint()}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          {...fieldProps(fields.contact)}
        />
        <TextField
          label={m.guardians_code()}
          hint={m.guardians_code_hint()}
          required
          maxLength={60}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          {...fieldProps(fields.code)}
        />
        <SubmitButton busyText={m.guardians_activate_busy()} className="btn-full">
          {m.guardians_activate_next()}
        </SubmitButton>
      </Form>
      <LinkParagraph href={paths.guardian.login} label={m.accounts_back_to_login()} />
    </AccountPage>
  )
}
