import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { NewPasswordFields } from '~/components/accounts/new-password-fields'
import { useServerForm } from '~/components/forms'
import { Alert, LinkParagraph, SubmitButton } from '~/components/ui'
import { anyone, parseForm } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { browserOf, enterAsStaff } from '~/http/sign-in.server'
import { m } from '~/language/paraglide/messages'
import {
  findRegistration,
  openSchool,
  openSchoolSchema,
} from '~/models/people/accounts/staff/school-registration.server'
import { schoolsOpenAtOnce } from '~/services/site.server'
import { RestOfSchoolFields, SchoolNameFields } from './__school-fields'

export const handle = pageTitle(() => m.accounts_open_title(), { hasForm: true })

/** Asks for confirmation instead of opening the school at once, since mail scanners also open the links of a mail. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return { token, registration: await findRegistration(anyone(), token) }
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, openSchoolSchema, { secret: ['token', 'password', 'password_confirmation'] })
  if (!form.ok) return form.reply()
  const { token, password_confirmation: _, ...opening } = form.value
  const browser = await browserOf(request, 'school', false)
  // If the installation approves every school, also opens the school to the public.
  const opened = await openSchool(anyone(), token, opening, { browser, approved: schoolsOpenAtOnce() })
  if (opened.ok) return enterAsStaff(opened.value, browser, undefined, 'Registered!')
  return form.refuse(opened.reason === 'email-taken' ? m.accounts_open_taken() : m.accounts_open_not_valid())
}

type Fields = Record<'name' | 'person' | 'phone' | 'address' | 'password' | 'password_confirmation', string>
type Registration = NonNullable<Awaited<ReturnType<typeof findRegistration>>>

export default function OpenSchoolPage() {
  const { token, registration } = useLoaderData<typeof loader>()
  return (
    <AccountPage side="school" title={m.accounts_open_title()}>
      {registration ? (
        <OpenSchoolForm token={token} registration={registration} />
      ) : (
        <>
          <Alert tone="bad" title="Registration Failed" text={m.accounts_open_not_valid()} />
          <LinkParagraph href={schoolPaths.register} label={m.accounts_open_again()} />
          <LinkParagraph href={schoolPaths.login} label={m.accounts_back_to_login()} />
        </>
      )}
    </AccountPage>
  )
}

function OpenSchoolForm({ token, registration }: { token: string; registration: Registration }) {
  const lastResult = useActionData<typeof action>()
  const { email, ...defaultValue } = registration
  const { form, fields, allErrors } = useServerForm<Fields>({ id: 'open', lastResult, defaultValue })
  return (
    <>
      <p>{m.accounts_open_text({ email })}</p>
      <Form method="post" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title="Registration Failed" />
        <input type="hidden" name="token" value={token} />
        <SchoolNameFields fields={fields} />
        <RestOfSchoolFields fields={fields} />
        <NewPasswordFields side="school" first fields={fields} />
        <SubmitButton busyText={m.accounts_open_busy()} className="btn-full">
          {m.accounts_open_button()}
        </SubmitButton>
      </Form>
    </>
  )
}
