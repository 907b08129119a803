import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { NewPasswordFields } from '~/components/accounts/new-password-fields'
import { CurrentPasswordField } from '~/components/accounts/own-password-field'
import { CheckboxField, fieldProps, TextField, useServerForm } from '~/components/forms'
import { LinkParagraph, SubmitButton } from '~/components/ui'
import { invitationTicket, readSessionToken, sessionCookieHeader } from '~/http/own-cookies.server'
import { pageTitle, paths } from '~/http/paths'
import {
  anyone,
  findGuardian,
  openingUnlessSuspended,
  parseForm,
  redirectWithToast,
  seeOther,
} from '~/http/route.server'
import { browserOf, enterAsGuardian, guardianEmailLink } from '~/http/sign-in.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { maxPersonNameLength } from '~/models/people/accounts/options'
import { activateGuardianSchema, changePasswordSchema } from '~/models/people/accounts/schema'
import type { GuardianSession } from '~/models/people/accounts/sign-in/sessions.server'
import { passwordProblemWords, waitWords } from '~/models/people/accounts/sign-in/words.server'
import { activateWithPassword, joinAccount, type ProvedInvitation } from '~/models/people/guardians/activate.server'
import { findInvitation } from '~/models/people/guardians/invitations.server'
import { findSignInFacts } from '~/models/people/guardians/own-account.server'

export const handle = pageTitle(() => m.guardians_activate_title(), { hasForm: true })

/**
 * Reached with the ticket of the previous page: a signed-in guardian adds the school, other visitors create an account.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ticket = await invitationTicket.read(request)
  const invitation = ticket && (await openingUnlessSuspended(() => findInvitation(anyone(), ticket.codeHash)))
  if (!ticket || !invitation) throw redirect(paths.guardian.activate)
  const guardian = await findGuardian(context, request)
  return {
    schoolName: invitation.schoolName,
    name: invitation.name,
    asksEmail: ticket.contact.kind === 'mobile',
    account: guardian && (await findSignInFacts(guardian.scope)),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const ticket = await invitationTicket.read(request)
  if (!ticket) return seeOther(paths.guardian.activate)
  const guardian = await findGuardian(context, request)
  return guardian ? join(request, guardian, ticket) : activate(request, ticket)
}

async function activate(request: Request, ticket: ProvedInvitation) {
  const secret = ['password', 'password_confirmation']
  const form = await parseForm(request, activateGuardianSchema, { secret })
  if (!form.ok) return form.reply()
  const { name, email, password, shared } = form.value
  const browser = await browserOf(request, 'guardian', shared)
  const values = { name, email: email ?? null, password, language: currentLanguage() }
  const activated = await openingUnlessSuspended(() =>
    activateWithPassword(anyone(), ticket, values, browser, guardianEmailLink),
  )
  if (activated.ok) {
    const waits = email !== undefined && ticket.contact.kind === 'mobile'
    const toast = { title: m.guardians_activated(), ...(waits && { message: m.guardians_sign_in_waits({ email }) }) }
    const response = await enterAsGuardian(activated.value, browser, undefined, toast)
    response.headers.append('Set-Cookie', await invitationTicket.used())
    return response
  }
  if (activated.reason === 'not-valid') return form.refuse(m.guardians_activate_wrong())
  return form.refuse(null, { password: [passwordProblemWords(activated.reason, 'guardian')] })
}

async function join(request: Request, { scope }: GuardianSession, ticket: ProvedInvitation) {
  const secret = ['current_password', 'password', 'password_confirmation']
  const form = await parseForm(request, changePasswordSchema('guardian'), { secret })
  if (!form.ok) return form.reply()
  const token = (await readSessionToken(request, 'guardian')) ?? ''
  const { current_password: current, password: next } = form.value
  const joined = await openingUnlessSuspended(() => joinAccount(anyone(), scope, ticket, { current, next }, token))
  if (joined.ok) {
    const { schoolName: school, lasting } = joined.value
    const headers = new Headers({ 'Set-Cookie': await invitationTicket.used() })
    headers.append('Set-Cookie', await sessionCookieHeader('guardian', joined.value.token, { lasting }))
    return redirectWithToast(paths.guardian.home, { type: 'success', title: m.guardians_joined({ school }) }, headers)
  }
  if (joined.reason === 'slowed') return form.refuse(m.accounts_slowed({ wait: waitWords(joined.waitSeconds) }))
  if (joined.reason === 'wrong-password')
    return form.refuse(null, { current_password: [m.accounts_password_incorrect()] })
  if (joined.reason === 'other-guardian') return form.refuse(m.guardians_other_guardian())
  if (joined.reason === 'not-valid') return form.refuse(m.guardians_activate_wrong())
  const problem = joined.reason === 'same' ? m.guardians_join_same() : passwordProblemWords(joined.reason, 'guardian')
  return form.refuse(null, { password: [problem] })
}

export default function ActivateAccountPage() {
  const { account, schoolName } = useLoaderData<typeof loader>()
  return (
    <AccountPage side="guardian" title={m.guardians_activate_title()}>
      {account ? <JoinForm schoolName={schoolName} account={account} /> : <NewAccountForm />}
    </AccountPage>
  )
}

type JoinFields = Record<'current_password' | 'password' | 'password_confirmation', string>

type JoinFormProps = {
  schoolName: string
  account: { name: string; mobileNumber: string | null; email: string | null }
}

function JoinForm({ schoolName, account }: JoinFormProps) {
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<JoinFields>({ id: 'join', lastResult })
  const names = [account.mobileNumber, account.email].filter((name) => name !== null).join(', ')
  return (
    <>
      <p>{m.guardians_join_text({ school: schoolName, name: account.name })}</p>
      {/* Lists every address that opens the account, so that the guardian notices an address added by a school:
          the reader of its mail has access. */}
      <p>{m.guardians_join_names({ names })}</p>
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.guardians_activate_failed()} />
        <CurrentPasswordField field={fields.current_password} />
        <NewPasswordFields side="guardian" fields={fields} />
        <SubmitButton busyText={m.accounts_saving()} className="btn-full">
          {m.guardians_join_button()}
        </SubmitButton>
      </Form>
      <LinkParagraph href={paths.guardian.logout} label={m.guardians_join_other()} />
    </>
  )
}

type Fields = Record<'name' | 'email' | 'password' | 'password_confirmation', string> & { shared: boolean }

function NewAccountForm() {
  const { name, asksEmail, schoolName } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<Fields>({ id: 'activate', lastResult, defaultValue: { name } })
  return (
    <>
      <p>{m.guardians_new_text({ school: schoolName })}</p>
      <LinkParagraph
        href={`${paths.guardian.login}?redirectTo=${encodeURIComponent(paths.guardian.activateAccount)}`}
        label={m.guardians_have_account()}
      />
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.guardians_activate_failed()} />
        <TextField
          label={m.guardians_name()}
          required
          maxLength={maxPersonNameLength}
          autoComplete="name"
          {...fieldProps(fields.name)}
        />
        {asksEmail ? (
          <TextField
            label={m.accounts_email()}
            hint={m.guardians_email_hint()}
            type="email"
            autoComplete="email"
            {...fieldProps(fields.email)}
          />
        ) : null}
        <NewPasswordFields side="guardian" first fields={fields} />
        <CheckboxField
          label={m.accounts_shared_phone()}
          hint={m.accounts_shared_phone_hint()}
          name={fields.shared.name}
          id={fields.shared.id}
          defaultChecked={fields.shared.initialValue === 'on'}
        />
        <SubmitButton busyText={m.accounts_saving()} className="btn-full">
          {m.guardians_activate_button()}
        </SubmitButton>
      </Form>
    </>
  )
}
