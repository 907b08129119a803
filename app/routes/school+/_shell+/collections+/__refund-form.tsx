import { Form } from '@remix-run/react'
import {
  ErrorSummary,
  type FormResult,
  fieldProps,
  HiddenKey,
  MoneyField,
  PasswordField,
  RadioGroup,
  SelectField,
  TextField,
  useServerForm,
} from '~/components/forms'
import { ButtonLink, SubmitButton } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { methodNames } from '~/models/ledger/office-words'
import { offlineMethods } from '~/models/ledger/options'
import { formatPaise, typedRupees } from '~/models/shared/money'

type Fields = {
  from: string
  amount: string
  reason: string
  given_by: string
  given_reference: string
  password: string
  form_key: string
}

type RefundFormProps = {
  id: string
  isOnline: boolean
  /** What may go back: the excess first (`dueId` null), then each due. */
  parts: ReadonlyArray<{ dueId: string | null; name: string; title: string; amountPaise: number }>
  asksPassword: boolean
  formKey: string
  lastResult: FormResult | undefined
}

/** What goes back, how much, why, and over the counter how. */
export function RefundForm({ id, isOnline, parts, asksPassword, formKey, lastResult }: RefundFormProps) {
  const [first] = parts
  const { form, formErrors, fields } = useServerForm<Fields>({
    id: 'refund',
    lastResult,
    // Excess is nobody's fee: where there is some, it goes first.
    defaultValue: {
      from: first?.dueId ?? 'excess',
      amount: first ? typedRupees(first.amountPaise) : '',
      given_by: 'cash',
    },
  })
  const shown = [fields.from, fields.amount, fields.reason, fields.given_by, fields.given_reference, fields.password]
  const errors = [
    ...[...formErrors, ...(fields.form_key.errors ?? [])].map((message) => ({ message })),
    ...shown.flatMap((field) => (field.errors ?? []).map((message) => ({ id: field.id, message }))),
  ]
  const { defaultValue: _secret, ...password } = fieldProps(fields.password)
  return (
    <Form method="post" {...form} className="card">
      <ErrorSummary title="Update Failed" errors={errors} />
      <HiddenKey value={formKey} />
      <RadioGroup {...fieldProps(fields.from)} label="What is refunded?" required options={choices(parts)} />
      <MoneyField {...fieldProps(fields.amount)} label="Amount" required />
      <TextField {...fieldProps(fields.reason)} label="Reason" required maxLength={200} autoComplete="off" />
      {isOnline ? (
        <p className="soft">
          Razorpay returns it to the account or card it came from, within a few days. The fee is owed again as soon as
          it is refunded.
        </p>
      ) : (
        <>
          <SelectField
            {...fieldProps(fields.given_by)}
            label="Refund method"
            required
            placeholder={null}
            options={offlineMethods.map((value) => ({ value, label: methodNames[value] }))}
          />
          <TextField
            {...fieldProps(fields.given_reference)}
            label="Reference of the refund"
            hint="Cheque number or UTR; who received the cash"
            maxLength={80}
            autoComplete="off"
          />
        </>
      )}
      {asksPassword ? (
        <PasswordField
          {...password}
          label="Your own password"
          hint="Asked again, because money is paid out"
          required
          autoComplete="current-password"
        />
      ) : null}
      <div className="actions">
        <SubmitButton variant="danger" busyText="Saving...">
          {isOnline ? 'Refund' : 'Record the refund'}
        </SubmitButton>
        <ButtonLink href={schoolPaths.payment(id)} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}

function choices(parts: RefundFormProps['parts']) {
  const each = parts.map((part) => ({
    value: part.dueId ?? 'excess',
    label: `${part.dueId === null ? 'Excess' : `${part.name} · ${part.title}`}: up to ${exact(part.amountPaise)}`,
    hint: part.dueId === null ? 'Paid twice; nothing is owed again' : 'Owed again afterwards',
  }))
  if (each.length < 2) return each
  const all = parts.reduce((sum, part) => sum + part.amountPaise, 0)
  return [...each, { value: 'any', label: `Anything, from the top of this list: up to ${exact(all)}` }]
}

function exact(paise: number): string {
  return formatPaise(paise, { style: 'exact' })
}
