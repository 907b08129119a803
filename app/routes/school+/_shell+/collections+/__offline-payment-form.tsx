import { Form } from '@remix-run/react'
import { useMemo, useState } from 'react'
import {
  CheckboxField,
  DateField,
  ErrorSummary,
  type FormResult,
  fieldProps,
  HiddenKey,
  MoneyField,
  RadioGroup,
  TextField,
  useServerForm,
} from '~/components/forms'
import { ButtonLink, Card, SubmitButton } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { offlineChoices } from '~/models/ledger/office-words'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise, parseRupees, typedRupees } from '~/models/shared/money'
import type { OpenDue, Payer } from './__offline-steps'

type Fields = {
  parts: Record<string, string>
  method: string
  paid_on: string
  reference: string
  repeats_reference: string
  cash_given: string
  remarks: string
  form_key: string
  due: string[]
}

type OfflinePaymentFormProps = {
  payer: Payer
  dues: OpenDue[]
  formKey: string
  /** YYYY-MM-DD */
  today: string
  lastResult: FormResult | undefined
}

/** Last step: how much of each due, and how it was paid. The ledger refuses what is more than the balance, and asks again once that has changed. */
export function OfflinePaymentForm({ payer, dues, formKey, today, lastResult }: OfflinePaymentFormProps) {
  const balances = Object.fromEntries(dues.map((due) => [`d${due.id}`, typedRupees(due.balancePaise)]))
  const { form, fields } = useServerForm<Fields>({
    id: 'payment',
    lastResult,
    defaultValue: { method: 'cash', paid_on: today, parts: balances },
  })
  const parts = fields.parts.getFieldset()
  const partOf = (due: OpenDue) => parts[`d${due.id}`] as NonNullable<(typeof parts)[string]>
  const [typed, setTyped] = useState<Record<string, string>>({})
  const totalPaise = dues.reduce((sum, due) => sum + due.balancePaise, 0)
  // A new answer alone brings the reader to what is wrong with it, not every key that is pressed.
  const errors = useMemo(() => listErrors(form.id, lastResult?.error), [form.id, lastResult])
  const asksTwice = fields.repeats_reference.errors !== undefined || fields.repeats_reference.initialValue === 'on'
  return (
    <Form
      method="post"
      {...form}
      onInput={(event) => {
        const { name, value } = event.target as HTMLInputElement
        setTyped((before) => ({ ...before, [name]: value }))
      }}
    >
      <ErrorSummary title="Creation Failed" errors={errors} />
      <div className="stack">
        <Card title={`What ${payer.name} pays`}>
          {dues.map((due) => (
            <MoneyField
              key={due.id}
              {...fieldProps(partOf(due))}
              label={`${due.name} · ${due.title}`}
              hint={`Balance ${exact(due.balancePaise)}, ${due.sessionName}, due ${formatDay(due.dueOn, 'en')}; less is a part payment`}
              required
            />
          ))}
          <p role="status">{totalWords(dues, typed, totalPaise)}</p>
        </Card>
        <Card title="How was it paid?">
          <HiddenKey value={formKey} />
          <input type="hidden" name="asks_amounts" value="on" />
          <input type="hidden" name="amount_paise" value={totalPaise} />
          {dues.map((due) => (
            <input key={due.id} type="hidden" name="due" value={due.id} />
          ))}
          <RadioGroup {...fieldProps(fields.method)} label="Method" required options={offlineChoices} />
          <DateField {...fieldProps(fields.paid_on)} label="Payment date" required max={today} />
          <TextField
            {...fieldProps(fields.reference)}
            label="Reference"
            hint="Number, bank and date of the cheque, UPI reference or UTR; not needed for cash"
            maxLength={80}
            autoComplete="off"
          />
          {asksTwice ? (
            <CheckboxField
              name={fields.repeats_reference.name}
              id={fields.repeats_reference.id}
              errors={fields.repeats_reference.errors}
              defaultChecked={fields.repeats_reference.initialValue === 'on'}
              label="It is another payment with the same reference"
            />
          ) : null}
          <MoneyField
            {...fieldProps(fields.cash_given)}
            label="Cash given"
            hint={changeWords(dues, typed) ?? 'Only if change is to be returned: it is calculated and noted'}
          />
          <TextField {...fieldProps(fields.remarks)} label="Remarks" maxLength={200} autoComplete="off" />
          <div className="actions">
            <SubmitButton busyText="Saving...">Record payment</SubmitButton>
            <ButtonLink variant="secondary" href={schoolPaths.collectFrom(payer.id)}>
              Change what is paid
            </ButtonLink>
          </div>
        </Card>
      </div>
    </Form>
  )
}

/** What concerns a hidden field, such as a due that is gone, concerns the whole form. */
const hidden = /^(|form_key|amount_paise|due(\[\d+\])?)$/

function listErrors(formId: string, error: FormResult['error'] | undefined) {
  return Object.entries(error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => (hidden.test(name) ? { message } : { id: `${formId}-${name}`, message })),
  )
}

/** The sum of the amounts as they stand in the fields; null while one of them is none. */
function sumTyped(dues: OpenDue[], typed: Record<string, string>): number | null {
  let sum = 0
  for (const due of dues) {
    const text = typed[`parts.d${due.id}`]
    const paise = text === undefined ? due.balancePaise : parseRupees(text)
    if (paise === null) return null
    sum += paise
  }
  return sum
}

/** Before anything is typed, and without script, the balance is the whole story. */
function totalWords(dues: OpenDue[], typed: Record<string, string>, balancePaise: number): string {
  const sum = sumTyped(dues, typed)
  const owed = `${exact(balancePaise)} in total is owed for this`
  return sum === null || sum === balancePaise ? `${owed}.` : `${owed}; ${exact(sum)} is paid.`
}

function changeWords(dues: OpenDue[], typed: Record<string, string>): string | null {
  const given = parseRupees(typed.cash_given ?? '')
  const sum = sumTyped(dues, typed)
  if (given === null || sum === null || given < sum) return null
  return `Give back ${exact(given - sum)}`
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
