import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { DateField } from '~/components/forms/date-field'
import { ErrorSummary } from '~/components/forms/error-summary'
import { HiddenKey } from '~/components/forms/hidden-key'
import { RadioGroup } from '~/components/forms/radio-group'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { ButtonLink } from '~/components/ui/button'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { SubmitButton } from '~/components/ui/submit-button'
import { paths } from '~/http/paths'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { offlineChoices } from './office-words'
import type { OpenDue, Payer } from './offline-steps'

type Fields = { method: string; paid_on: string; reference: string; remarks: string; form_key: string; due: string[] }

type OfflinePaymentFormProps = {
  payer: Payer
  dues: OpenDue[]
  formKey: string
  /** YYYY-MM-DD */
  today: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Last step: how it was paid. The amount is the balance and cannot be typed; the ledger refuses it once it is another. */
export function OfflinePaymentForm({ payer, dues, formKey, today, lastResult }: OfflinePaymentFormProps) {
  const { form, formErrors, fields } = useServerForm<Fields>({
    id: 'payment',
    lastResult,
    defaultValue: { method: 'cash', paid_on: today },
  })
  const totalPaise = dues.reduce((sum, due) => sum + due.balancePaise, 0)
  const shown = [fields.method, fields.paid_on, fields.reference, fields.remarks]
  const errors = [
    ...[...formErrors, ...(fields.form_key.errors ?? []), ...(fields.due.errors ?? [])].map((message) => ({ message })),
    ...shown.flatMap((field) => (field.errors ?? []).map((message) => ({ id: field.id, message }))),
  ]
  return (
    <Form method="post" {...form}>
      <ErrorSummary errors={errors} />
      <div className="stack">
        <Card title={`${formatPaise(totalPaise, { style: 'exact' })} from ${payer.name}`}>
          <DataTable
            caption="What is being paid"
            rows={dues}
            rowKey={(due) => due.id}
            columns={[
              { key: 'name', label: 'Fee', role: 'title', cell: (due) => `${due.name} · ${due.title}` },
              { key: 'session', label: 'Session', cell: (due) => due.sessionName },
              { key: 'due', label: 'Due date', align: 'nowrap', cell: (due) => formatDay(due.dueOn, 'en') },
              {
                key: 'balance',
                label: 'Balance',
                align: 'end',
                cell: (due) => formatPaise(due.balancePaise, { style: 'exact' }),
              },
            ]}
          />
        </Card>
        <Card title="How was it paid?">
          <HiddenKey value={formKey} />
          <input type="hidden" name="amount_paise" value={totalPaise} />
          {dues.map((due) => (
            <input key={due.id} type="hidden" name="due" value={due.id} />
          ))}
          <RadioGroup {...fieldProps(fields.method)} label="Method" required options={offlineChoices} />
          <DateField {...fieldProps(fields.paid_on)} label="Payment date" required max={today} />
          <TextField
            {...fieldProps(fields.reference)}
            label="Reference"
            hint="Cheque number and bank, UPI reference or UTR; not needed for cash"
            maxLength={80}
            autoComplete="off"
          />
          <TextField {...fieldProps(fields.remarks)} label="Remarks" maxLength={200} autoComplete="off" />
          <div className="actions">
            <SubmitButton busyText="Saving...">Record payment</SubmitButton>
            <ButtonLink variant="secondary" href={paths.school.collectFrom(payer.id)}>
              Change what is paid
            </ButtonLink>
          </div>
        </Card>
      </div>
    </Form>
  )
}
