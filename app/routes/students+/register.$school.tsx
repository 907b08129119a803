import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { AccountPage } from '~/components/accounts/account-page'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { NewPasswordFields } from '~/components/accounts/new-password-fields'
import { HiddenKey, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { FileFields } from '~/components/students/file-fields'
import { Alert, LoneLink, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { clientAddress } from '~/http/request-context.server'
import { anyone, findSchoolToApplyTo, formKeyOf, foundOr404, redirectWithToast } from '~/http/route.server'
import { parseUploadForm } from '~/http/uploads.server'
import { choicesOf, viewOf } from '~/kit/forms/fields'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { listPublicNotices } from '~/models/contact/consents/notices.server'
import { documentsOf, registrationFiles } from '~/models/entry/admissions/applicants/admission-documents.server'
import { registrationForm, registrationSchema } from '~/models/entry/admissions/applicants/admission-fields.server'
import { registrationKinds } from '~/models/entry/admissions/applicants/admission-options'
import {
  mayBringFiles,
  mayTryToRegister,
  type RegisterRefusal,
  registerApplicant,
} from '~/models/entry/admissions/applicants/register-applicant.server'
import { classChoices } from '~/models/people/academics/queries.server'
import { documentFields } from '~/models/people/students/documents.server'
import { accountsSharingAName } from '~/models/people/students/options'

export const handle = pageTitle(() => m.admissions_register_title(), { hasForm: true })

export async function loader({ params }: LoaderFunctionArgs) {
  const { school, scope } = foundOr404(await findSchoolToApplyTo(params.school))
  const classes = await classChoices(scope)
  return {
    school: { name: school.name, address: school.address },
    classes,
    form: viewOf(registrationForm),
    files: documentFields(registrationKinds),
    formKey: randomUUID(),
    notices: (await listPublicNotices(anyone(), school.publicId)) ? paths.schoolPrivacy(school.publicId) : null,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { scope } = foundOr404(await findSchoolToApplyTo(params.school))
  const address = clientAddress(request)
  // Checked before the files are read, so that a program cannot fill the disk.
  if (!(await mayTryToRegister(scope, address))) throw new Response(null, { status: 429 })
  const form = await parseUploadForm(request, scope, registrationSchema, registrationFiles, {
    secret: ['password', 'password_confirmation'],
    mayBringFiles: () => mayBringFiles(scope, address),
  })
  if (!form.ok) return form.reply()
  const { website, password_confirmation: _, ...fields } = form.value
  const facts = { address, language: currentLanguage(), documents: documentsOf(form.files) }
  const outcome = website ? null : await registerApplicant(scope, formKeyOf(form.posted), fields, facts)
  // A bot that filled in the hidden field also gets the message of success, but nothing is stored.
  if (outcome && !outcome.ok) return form.refuse(...refusalWords(outcome.reason))
  return redirectWithToast(paths.student.login, {
    type: 'success',
    title: m.admissions_registered(),
    message: m.admissions_registered_text(),
  })
}

function refusalWords(reason: RegisterRefusal): [string | null, Record<string, string[]>?] {
  if (reason === 'no-such-class') return [null, { class: [m.students_class_invalid()] }]
  if (reason === 'already-waiting') return [m.admissions_already_waiting()]
  if (reason === 'crowded') return [m.admissions_crowded({ count: accountsSharingAName })]
  if (reason === 'too-many') return [m.admissions_too_many()]
  return [m.students_document_expired()]
}

export default function RegisterPage() {
  const { school, classes } = useLoaderData<typeof loader>()
  return (
    <AccountPage side="student" title={m.admissions_register_title()}>
      <p>
        <strong>{school.name}</strong>, {school.address}{' '}
        <LoneLink href={paths.student.register} label={m.admissions_school_other()} />
      </p>
      {classes.length === 0 ? (
        <Alert tone="info" text={m.admissions_school_without_classes()} />
      ) : (
        <>
          <p>{m.admissions_register_text()}</p>
          <RegistrationForm />
        </>
      )}
    </AccountPage>
  )
}

type Passwords = Record<'password' | 'password_confirmation', string>

/** Registration of a child at one school. Documents may be uploaded now or later. */
function RegistrationForm() {
  const { form, files, classes, formKey, notices } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const state = useServerForm<Passwords & Record<string, string>>({ id: 'register', lastResult })
  const { fields, allErrors } = state
  return (
    <Form method="post" encType="multipart/form-data" {...state.form}>
      <FormTrouble formId={state.form.id} allErrors={allErrors} title={m.admissions_register_failed()} />
      <HiddenKey value={formKey} />
      <FormRows form={form} fields={fields} known={{ class: { options: choicesOf(classes) } }} />
      <NewPasswordFields side="student" first fields={fields} />
      <FileFields files={files} fields={fields} />
      {/* Hidden from people and screen readers; only a bot fills it in. */}
      <p hidden>
        <label htmlFor="website">{m.admissions_trap()}</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </p>
      <p>
        <a href={paths.privacy}>{m.admissions_privacy()}</a>
        {notices ? (
          <>
            {' · '}
            <a href={notices}>{m.consents_notices_title()}</a>
          </>
        ) : null}
      </p>
      <SubmitButton busyText={m.admissions_register_busy()} className="btn-full">
        {m.admissions_register_button()}
      </SubmitButton>
    </Form>
  )
}
