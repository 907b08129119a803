import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ErrorSummary, type FormResult, fieldProps, TextField, useServerForm } from '~/components/forms'
import { Alert, ButtonLink, SubmitButton } from '~/components/ui'

type ReasonFormProps = {
  /** What happens then. */
  children: ReactNode
  /** Why it cannot be done; then there is no form. */
  obstacle: string | null
  submit: string
  backHref: string
  lastResult: FormResult | undefined
}

/** A correction of money wants its reason: the question, the field, and one button that does it. */
export function ReasonForm({ children, obstacle, submit, backHref, lastResult }: ReasonFormProps) {
  const { form, formErrors, fields } = useServerForm<{ reason: string }>({ id: 'why', lastResult })
  const { reason } = fields
  const errors = [
    ...formErrors.map((message) => ({ message })),
    ...(reason.errors ?? []).map((message) => ({ id: reason.id, message })),
  ]
  if (obstacle !== null) {
    return (
      <div className="card">
        <Alert tone="bad" title="This cannot be done">
          <p>{obstacle}</p>
        </Alert>
        <p className="actions">
          <ButtonLink href={backHref} variant="secondary">
            Back
          </ButtonLink>
        </p>
      </div>
    )
  }
  return (
    <Form method="post" {...form} className="card">
      <ErrorSummary title="Update Failed" errors={errors} />
      {children}
      <TextField {...fieldProps(reason)} label="Reason" required maxLength={200} autoComplete="off" />
      <div className="actions">
        <SubmitButton variant="danger" busyText="Saving...">
          {submit}
        </SubmitButton>
        <ButtonLink href={backHref} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}
