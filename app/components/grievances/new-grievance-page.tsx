import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/addresses/paths'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { type FormResult, HiddenKey, useServerForm } from '~/components/forms'
import { FormRows, type Known } from '~/components/forms/described-field'
import { ButtonLink, PageHead, SubmitButton } from '~/components/ui'
import type { FormView } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'

type Opened = { formKey: string; form: FormView; known: Record<string, Known> }

export function NewGrievancePage({ side }: { side: 'student' | 'guardian' }) {
  const { formKey, form: described, known } = useLoaderData() as Opened
  const lastResult = useActionData() as FormResult | undefined
  const { form, fields, allErrors } = useServerForm<Record<string, unknown>>({ id: 'grievance', lastResult })
  return (
    <>
      <PageHead title={m.grievances_new()} context={m.grievances_context()} />
      <Form method="post" className="card" {...form}>
        <FormTrouble formId={form.id} allErrors={allErrors} title={m.grievances_failed()} />
        <HiddenKey value={formKey} />
        <FormRows form={described} fields={fields} known={known} />
        <div className="actions">
          <SubmitButton busyText={m.grievances_sending()}>{m.grievances_send()}</SubmitButton>
          <ButtonLink href={paths[side].grievances} variant="secondary" label={m.grievances_back()} />
        </div>
      </Form>
    </>
  )
}
