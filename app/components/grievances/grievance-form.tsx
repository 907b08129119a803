import { Form } from '@remix-run/react'
import { FormTrouble } from '~/components/accounts/form-trouble'
import { type FormResult, HiddenKey, useServerForm } from '~/components/forms'
import { FormRows, type Known } from '~/components/forms/described-field'
import { ButtonLink, SubmitButton } from '~/components/ui'
import type { FormView } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'

type GrievanceFormProps = {
  formKey: string
  form: FormView
  lastResult: FormResult | undefined
  backHref: string
  known?: Record<string, Known>
}

/** Form for a new grievance of a family. */
export function GrievanceForm({ formKey, form: described, lastResult, backHref, known }: GrievanceFormProps) {
  const { form, fields, allErrors } = useServerForm<Record<string, unknown>>({ id: 'grievance', lastResult })
  return (
    <Form method="post" className="card" {...form}>
      <FormTrouble formId={form.id} allErrors={allErrors} title={m.grievances_failed()} />
      <HiddenKey value={formKey} />
      <FormRows form={described} fields={fields} known={known} />
      <div className="actions">
        <SubmitButton busyText={m.grievances_sending()}>{m.grievances_send()}</SubmitButton>
        <ButtonLink href={backHref} variant="secondary">
          {m.grievances_back()}
        </ButtonLink>
      </div>
    </Form>
  )
}
