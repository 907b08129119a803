import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { NewPasswordFields } from '~/components/accounts/new-password-fields'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { SubmitButton } from '~/components/ui/submit-button'
import { parseForm } from '~/http/forms.server'
import { anyone, findStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { browserOf, enterAsStaff } from '~/http/sign-in.server'
import { passwordProblemWords } from '~/http/sign-in-words.server'
import { useRootData } from '~/http/use-root-data'
import { registerSchool } from '~/models/accounts/register-school.server'
import { registerSchoolSchema } from '~/models/accounts/schema'

export const handle = pageTitle(() => 'Register a school', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  if (await findStaff(context, request)) throw redirect(schoolPaths.home)
  return null
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, registerSchoolSchema, { secret: ['password', 'password_confirmation'] })
  if (!form.ok) return form.reply()
  const browser = await browserOf(request, 'school', false)
  const registered = await registerSchool(anyone(), form.value, browser)
  if (registered.ok) return enterAsStaff(registered.value, browser, undefined, 'Registered!')
  if (registered.reason === 'email-taken') {
    return form.refuse(null, { email: ['This e-mail has an account already. Sign in, or use another e-mail.'] })
  }
  return form.refuse(null, { password: [passwordProblemWords(registered.reason, 'staff')] })
}

type Fields = Record<'name' | 'person' | 'email' | 'phone' | 'address' | 'password' | 'password_confirmation', string>

export default function RegisterSchoolPage() {
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<Fields>({ id: 'register', lastResult })
  return (
    <AccountPage side="school" title="Register a school" root={useRootData()}>
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
      <p>
        <a className="alone" href={schoolPaths.login}>
          Back to login
        </a>
      </p>
    </AccountPage>
  )
}
