import { Form } from '@remix-run/react'
import { TextAreaField } from '~/components/forms/text-area-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { Alert } from '~/components/ui/alert'
import { ButtonLink } from '~/components/ui/button'
import { SubmitButton } from '~/components/ui/submit-button'
import { reasonLength } from '~/models/fees/options'
import { formatPaise } from '~/models/shared/money'

type FineWaiverFormProps = {
  lastResult: FormResult | undefined
  due: { finePaise: number; waivedPaise: number; waiverReason: string | null; isBeingPaid: boolean }
  backHref: string
}

/** Lets the fine of a due go for a reason, or, once it is waived, lets it run again. */
export function FineWaiverForm({ lastResult, due, backHref }: FineWaiverFormProps) {
  const state = useServerForm<{ reason: string }>({ id: 'waiver', lastResult, defaultValue: { reason: '' } })
  const money = (paise: number) => formatPaise(paise, { style: 'short' })
  const obstacle = lastResult?.error?.['']?.[0]
  if (due.waiverReason !== null) {
    return (
      <div className="card">
        {obstacle ? (
          <Alert tone="bad" title="Update Failed">
            <p>{obstacle}</p>
          </Alert>
        ) : null}
        <p>{`${money(due.waivedPaise)} was waived: ${due.waiverReason}`}</p>
        <p>If it is applied again, the fine is owed as if it had never been waived, counted from the due date.</p>
        <Form method="post" className="actions">
          <input type="hidden" name="intent" value="resume" />
          <SubmitButton busyText="Saving...">Apply the fine again</SubmitButton>
          <ButtonLink href={backHref} variant="secondary">
            Cancel
          </ButtonLink>
        </Form>
      </div>
    )
  }
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Waive the fine"
      cancelHref={backHref}
    >
      <p>
        {due.finePaise > 0
          ? `${money(due.finePaise)} of late fine will no longer be owed, and it will not increase again. What has been paid of it stays paid.`
          : 'No late fine is unpaid on it now.'}
      </p>
      <TextAreaField
        {...fieldProps(state.fields.reason)}
        label="Reason"
        hint="It is kept in the audit log"
        required
        maxLength={reasonLength}
        rows={2}
      />
    </OfficeForm>
  )
}
