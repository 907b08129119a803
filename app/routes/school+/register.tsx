import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { NewPasswordFields } from '~/components/accounts/new-password-fields'
import { fieldProps, TextAreaField, TextField, useServerForm } from '~/components/forms'
import { Alert, SubmitButton } from '~/components/ui'
import { anyone, findStaff, parseForm, seeOther } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { schoolLinkHours } from '~/models/accounts/options'
import { registerSchool } from '~/models/accounts/register-school.server'
import { registerSchoolSchema } from '~/models/accounts/schema'
import { passwordProblemWords } from '~/models/accounts/words.server'
import { registrationFacts } from './__school-registration.server'

export const handle = pageTitle(() => 'Register a school', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  if (await findStaff(context, request)) throw redirect(schoolPaths.home)
  return { sent: new URL(request.url).searchParams.has('sent') }
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, registerSchoolSchema, { secret: ['password', 'password_confirmation'] })
  if (!form.ok) return form.reply()
  const registered = await registerSchool(anyone(), form.value, registrationFacts(request))
  // The same words whether or not the address signs in somewhere: only its reader is told.
  if (registered.ok) return seeOther(`${schoolPaths.register}?sent=1`)
  if (registered.reason === 'too-many') {
    return form.refuse('Too many schools were registered from here. Try again in an hour.')
  }
  return form.refuse(null, { password: [passwordProblemWords(registered.reason, 'staff')] })
}

type Fields = Record<'name' | 'person' | 'email' | 'phone' | 'address' | 'password' | 'password_confirmation', string>

export default function RegisterSchoolPage() {
  const { sent } = useLoaderData<typeof loader>()
  return (
    <AccountPage side="school" title="Register a school" root={useRootData()}>
      {sent ? <MailOnItsWay /> : <RegistrationForm />}
      <p>
        <a className="alone" href={schoolPaths.login}>
          Back to login
        </a>
      </p>
    </AccountPage>
  )
}

function MailOnItsWay() {
  return (
    <>
      <Alert tone="good" title={m.accounts_sent_title()}>
        <p>{m.accounts_sent_text({ hours: schoolLinkHours })}</p>
      </Alert>
      <p>
        <a className="alone" href={schoolPaths.register}>
          {m.accounts_sent_again()}
        </a>
      </p>
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
        <TextField label="School name" required autoComplete="organization" {...fieldProps(fields.name)} />
        <TextField label="Your name" required autoComplete="name" {...fieldProps(fields.person)} />
        <TextField
          label="Email"
          hint="You sign in with it."
          type="email"
          required
          autoComplete="username"
          {...fieldProps(fields.email)}
        />
        <TextField
          label="Phone number"
          hint="Students and parents see it."
          type="tel"
          required
          autoComplete="tel"
          {...fieldProps(fields.phone)}
        />
        <TextAreaField label="Address" required autoComplete="street-address" {...fieldProps(fields.address)} />
        <NewPasswordFields side="school" label="Password" fields={fields} />
        <SubmitButton busyText="Registering..." className="btn-full">
          Register
        </SubmitButton>
      </Form>
    </>
  )
}
