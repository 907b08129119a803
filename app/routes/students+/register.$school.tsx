import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { Alert } from '~/components/ui/alert'
import { findSchoolToApplyTo, foundOr404 } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { redirectWithToast } from '~/http/toast.server'
import { parseUploadForm } from '~/http/uploads.server'
import { useRootData } from '~/http/use-root-data'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { classChoices } from '~/models/academics/queries.server'
import { passwordProblemWords } from '~/models/accounts/words.server'
import { documentsOf, registrationFiles } from '~/models/admissions/admission-documents.server'
import { registrationSchema } from '~/models/admissions/admission-schema'
import {
  mayBringFiles,
  mayTryToRegister,
  type RegisterRefusal,
  registerApplicant,
} from '~/models/admissions/register-applicant.server'
import { todayInIndia } from '~/models/shared/calendar'
import { accountsSharingAName } from '~/models/students/options'
import { RegistrationForm } from './__registration-form'

export const handle = pageTitle(() => m.admissions_register_title(), { hasForm: true })

export async function loader({ params }: LoaderFunctionArgs) {
  const { school, scope } = foundOr404(await findSchoolToApplyTo(params.school))
  const classes = await classChoices(scope)
  return { school: { name: school.name, address: school.address }, classes, formKey: randomUUID() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { scope } = foundOr404(await findSchoolToApplyTo(params.school))
  const address = request.headers.get('X-Client-Address') ?? 'unknown'
  // Before the files are taken in: a program that sends them all day fills no disk.
  if (!(await mayTryToRegister(scope, address))) throw new Response(null, { status: 429 })
  const schema = registrationSchema({ today: todayInIndia(new Date()) })
  const form = await parseUploadForm(request, scope, schema, registrationFiles, {
    secret: ['password', 'password_confirmation'],
    mayBringFiles: () => mayBringFiles(scope, address),
  })
  if (!form.ok) return form.reply()
  const { website, ...fields } = form.value
  const facts = { address, language: currentLanguage(), documents: documentsOf(form.files) }
  const outcome = website ? null : await registerApplicant(scope, fields, facts)
  // What filled in the hidden field is told the same and writes nothing.
  if (outcome && !outcome.ok) return form.refuse(...refusalWords(outcome.reason))
  return redirectWithToast(paths.student.login, {
    type: 'success',
    title: m.admissions_registered(),
    message: m.admissions_registered_text(),
  })
}

function refusalWords(reason: RegisterRefusal): [string | null, Record<string, string[]>?] {
  switch (reason) {
    case 'no-such-class':
      return [null, { class: [m.students_class_invalid()] }]
    case 'already-waiting':
      return [m.admissions_already_waiting()]
    case 'crowded':
      return [m.admissions_crowded({ count: accountsSharingAName })]
    case 'too-many':
      return [m.admissions_too_many()]
    case 'documents-gone':
      return [m.students_document_expired()]
    default:
      return [null, { password: [passwordProblemWords(reason, 'student')] }]
  }
}

export default function RegisterPage() {
  const { school, classes, formKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <AccountPage side="student" title={m.admissions_register_title()} root={useRootData()}>
      <p>
        <strong>{school.name}</strong>, {school.address}{' '}
        <a className="alone" href={paths.student.register}>
          {m.admissions_school_other()}
        </a>
      </p>
      {classes.length === 0 ? (
        <Alert tone="info">
          <p>{m.admissions_school_without_classes()}</p>
        </Alert>
      ) : (
        <>
          <p>{m.admissions_register_text()}</p>
          <RegistrationForm lastResult={lastResult} classes={classes} formKey={formKey} />
        </>
      )}
    </AccountPage>
  )
}
