import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { fieldProps, TextField, useServerForm } from '~/components/forms'
import { Alert, LinkParagraph, SubmitButton } from '~/components/ui'
import { clientAddress } from '~/http/request-context.server'
import { anyone, findStaff, parseForm, seeOther } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { schoolLinkHours } from '~/models/people/accounts/options'
import { schoolFields } from '~/models/people/accounts/schema'
import { registerSchool } from '~/models/people/accounts/staff/school-registration.server'
import { siteUrl } from '~/services/site.server'
import { RestOfSchoolFields, SchoolNameFields } from './__school-fields'

export const handle = pageTitle(() => 'Register a school', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  if (await findStaff(context, request)) throw redirect(schoolPaths.home)
  return { sent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, schoolFields)
  if (!form.ok) return form.reply()
  const registered = await registerSchool(anyone(), form.value, {
    address: clientAddress(request),
    language: currentLanguage(),
    linkOf: (token) => siteUrl(`${schoolPaths.openSchool}?${new URLSearchParams({ token })}`),
    signInAt: siteUrl(schoolPaths.login),
  })
  // Same message whether or not the address already has an account: only its owner learns that by mail.
  if (registered.ok) return seeOther(`${schoolPaths.register}?sent=1`)
  return form.refuse('Too many schools were registered from here. Try again in an hour.')
}

type Fields = Record<'name' | 'person' | 'email' | 'phone' | 'address', string>

export default function RegisterSchoolPage() {
  const { sent } = useLoaderData<typeof loader>()
  return (
    <AccountPage side="school" title="Register a school">
      {sent ? <MailOnItsWay /> : <RegistrationForm />}
      <LinkParagraph href={schoolPaths.login} label="Back to login" />
    </AccountPage>
  )
}

function MailOnItsWay() {
  return (
    <>
      <Alert tone="good" title={m.accounts_sent_title()} text={m.accounts_sent_text({ hours: schoolLinkHours })} />
      <LinkParagraph href={schoolPaths.register} label={m.accounts_sent_again()} />
    </>
  )
}

function RegistrationForm() {
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<Fields>({ id: 'register', lastResult })
  return (
    <>
      <p>You become the owner of the school's account. Other staff get their own sign-ins from you.</p>
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title="Registration Failed" />
        <SchoolNameFields fields={fields} />
        <TextField
          label="Email"
          hint="You sign in with this address. A mail with a link is sent to it."
          type="email"
          autoComplete="username"
          required
          {...fieldProps(fields.email)}
        />
        <RestOfSchoolFields fields={fields} />
        <SubmitButton busyText="Registering..." className="btn-full">
          Register
        </SubmitButton>
      </Form>
    </>
  )
}
