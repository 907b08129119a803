import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { HiddenKey, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { Alert, ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { formKeyOf, parseFields, readForm, redirectWithToast, requireStudent } from '~/http/route.server'
import { choicesOf, viewOf } from '~/kit/forms/fields'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { kindNameIn } from '~/models/learning/certificates/kind-names'
import { listKinds } from '~/models/learning/certificates/kinds.server'
import { requestForm } from '~/models/learning/certificates/request-fields'
import { requestCertificate, requestSchema } from '~/models/learning/certificates/requests.server'

export const handle = pageTitle(() => m.certificates_new_title(), { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'acts')
  const kinds = (await listKinds(scope)).map(({ publicId, base, name }) => ({
    publicId,
    name: kindNameIn(base, name, currentLanguage()),
  }))
  return { formKey: randomUUID(), form: viewOf(requestForm), kinds: choicesOf(kinds) }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStudent(context, request, 'acts')
  const body = await readForm(request)
  const form = parseFields(body, requestSchema, {})
  if (!form.ok) return form.reply()
  const outcome = await requestCertificate(scope, formKeyOf(body), form.value)
  if (outcome.ok) {
    const toast = { type: 'success', title: m.certificates_sent(), message: m.certificates_sent_text() } as const
    return redirectWithToast(paths.student.certificates, toast)
  }
  switch (outcome.reason) {
    case 'no-kind':
      return form.refuse(null, { kind: [m.certificates_kind_required()] })
    case 'no-text':
      return form.refuse(null, { language: [m.certificates_no_text()] })
    case 'asked-already':
      return form.refuse(null, { kind: [m.certificates_asked_already()] })
    case 'too-many':
      return form.refuse(m.certificates_too_many_requests())
  }
}

export default function AskForCertificatePage() {
  const { formKey, form: described, kinds } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { form, fields, allErrors } = useServerForm<{ kind: string; language: string; purpose: string }>({
    id: 'certificate',
    lastResult,
    defaultValue: { language: currentLanguage() },
  })
  if (kinds.length === 0) {
    return (
      <>
        <PageHead title={m.certificates_new_title()} />
        <Alert tone="info" text={m.certificates_no_kinds()} />
      </>
    )
  }
  return (
    <>
      <PageHead title={m.certificates_new_title()} />
      <Form method="post" className="card" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.certificates_failed()} />
        <HiddenKey value={formKey} />
        <FormRows form={described} fields={fields} known={{ kind: { options: kinds } }} />
        <div className="actions">
          <SubmitButton busyText={m.certificates_sending()}>{m.certificates_send()}</SubmitButton>
          <ButtonLink href={paths.student.certificates} variant="secondary" label={m.certificates_back()} />
        </div>
      </Form>
    </>
  )
}
