import { Form } from '@remix-run/react'
import { useMemo, useState } from 'react'
import {
  CheckboxField,
  DateField,
  ErrorSummary,
  FieldError,
  type FormResult,
  fieldProps,
  HiddenKey,
  MoneyField,
  RadioGroup,
  TextField,
  useServerForm,
} from '~/components/forms'
import { type Payer, payerClass } from '~/components/school/choose-payer'
import { Alert, ButtonLink, Card, SubmitButton } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise, parseRupees, typedRupees } from '~/models/core/shared/money'
import type { PayerWithDues } from '~/models/money/ledger/counter/find-payers.server'
import { offlineChoices } from '~/models/money/ledger/office-words'
import { referenceHint } from '~/models/money/ledger/payment-methods'
import { EarlyDayField } from './__early-day'
import { UseCredit } from './__use-credit'

export type OpenDue = Pick<
  PayerWithDues['dues'][number],
  'id' | 'name' | 'title' | 'dueOn' | 'sessionName' | 'balancePaise'
>

type Fields = {
  parts: Record<string, string>
  advance: string
  method: string
  paid_on: string
  reference: string
  repeats_reference: string
  means_early_day: string
  cash_given: string
  remarks: string
  form_key: string
  due: string[]
}

/**
 * Answer of the action: the form result, the total computed by the server, and the balances as of another payment day.
 */
export type CounterAnswer = FormResult & { dues?: OpenDue[]; sumPaise?: number }

type TakePaymentProps = {
  payer: Payer
  dues: OpenDue[]
  /** Ids of the dues that are ticked by default. */
  ticked: string[]
  /** Credit that the school holds for the student. */
  creditPaise: number
  formKey: string
  /** YYYY-MM-DD */
  today: string
}

/** Second step: the dues to pay, the amount of each, and the method. */
export function TakePayment({ answer, ...view }: TakePaymentProps & { answer: CounterAnswer | undefined }) {
  const dues = answer?.dues ?? view.dues
  return (
    <CounterForm
      // Renders new fields when balances change, for example after another clerk's payment, so that old input does not
      // stay.
      key={dues.map((due) => `${due.id}${due.balancePaise}`).join(' ')}
      {...view}
      dues={dues}
      lastResult={answer}
    />
  )
}

function CounterForm({
  payer,
  dues,
  creditPaise,
  formKey,
  today,
  lastResult,
  ...view
}: TakePaymentProps & { lastResult: CounterAnswer | undefined }) {
  const balances = Object.fromEntries(dues.map((due) => [`d${due.id}`, typedRupees(due.balancePaise)]))
  const { form, fields } = useServerForm<Fields>({
    id: 'payment',
    lastResult,
    defaultValue: { method: 'cash', paid_on: today, parts: balances },
  })
  const submittedDues = lastResult?.initialValue ? [fields.due.initialValue].flat() : null
  const ticked = dues.filter(({ id }) => (submittedDues ?? view.ticked).includes(id)).map(({ id }) => id)
  // Input since the last answer; a new answer of the server replaces it.
  const [typed, setTyped] = useState<{ since: CounterAnswer | undefined; body: FormData } | null>(null)
  const now = typed?.since === lastResult ? typed : null
  const selectedDueIds = now ? now.body.getAll('due').map(String) : ticked
  const atFirst = lastResult?.sumPaise ?? sumOf(dues.map((due) => (ticked.includes(due.id) ? due.balancePaise : 0)))
  const sum = now ? sumTyped(now.body, selectedDueIds) : atFirst
  // Focuses the errors once per answer, not at every key press.
  const errors = useMemo(() => listErrors(form.id, lastResult?.error), [form.id, lastResult])
  const parts = fields.parts.getFieldset()
  const asksTwice = fields.repeats_reference.errors !== undefined || fields.repeats_reference.initialValue === 'on'
  const owedOfChosen = sumOf(dues.map((due) => (selectedDueIds.includes(due.id) ? due.balancePaise : 0)))
  return (
    <>
      <ErrorSummary title="Creation Failed" errors={errors} />
      {lastResult?.sumPaise !== undefined && errors.length === 0 ? (
        <Alert tone="info" title={`Amount to collect: ${exact(lastResult.sumPaise)}`}>
          <p>Nothing is recorded yet. Check the amounts and press “Record payment” again.</p>
        </Alert>
      ) : null}
      {creditPaise > 0 ? (
        <UseCredit
          key={Math.min(creditPaise, owedOfChosen)}
          creditPaise={creditPaise}
          dues={dues}
          chosen={selectedDueIds}
        />
      ) : null}
      <Form
        method="post"
        {...form}
        onInput={(event) => setTyped({ since: lastResult, body: new FormData(event.currentTarget) })}
        onKeyDown={(event) => {
          // Ignores a held Enter key: the press that found the student must not also record the payment.
          if (event.repeat && event.key === 'Enter') event.preventDefault()
        }}
      >
        <div className="stack">
          <Card title={`Fees of ${payer.name}`} aside={<span className="soft">{ofPayer(payer)}</span>}>
            <HiddenKey value={formKey} />
            <input type="hidden" name="student" value={payer.id} />
            <input type="hidden" name="credit_seen" value={creditPaise} />
            <input type="hidden" name="sum_paise" value={sum ?? ''} />
            {dues.length === 0 ? <p>No dues. A payment now is kept as credit for the next fee.</p> : null}
            {dues.map((due) => (
              <DueRow
                key={due.id}
                due={due}
                isTicked={ticked.includes(due.id)}
                hasFocus={due.id === ticked[0]}
                part={fieldProps(parts[`d${due.id}`] as NonNullable<(typeof parts)[string]>)}
              />
            ))}
            <MoneyField
              {...fieldProps(fields.advance)}
              label="Advance"
              hint="Advance payment, kept as credit for the next fee"
            />
            <p role="status">
              <strong>{sum === null ? 'Check the amounts' : `Amount to collect: ${exact(sum)}`}</strong>
            </p>
          </Card>
          <Card title="How was it paid?">
            <RadioGroup {...fieldProps(fields.method)} label="Method" required options={offlineChoices} />
            <MoneyField
              {...fieldProps(fields.cash_given)}
              label="Cash given"
              hint={changeWords(sum, now?.body) ?? 'Only if you give change: it is calculated and noted'}
            />
            <TextField
              {...fieldProps(fields.reference)}
              label="Reference"
              hint={referenceHint}
              maxLength={80}
              autoComplete="off"
            />
            {asksTwice ? (
              <CheckboxField
                name={fields.repeats_reference.name}
                id={fields.repeats_reference.id}
                errors={fields.repeats_reference.errors}
                defaultChecked={fields.repeats_reference.initialValue === 'on'}
                label="It is a different payment with the same reference"
              />
            ) : null}
            <DateField {...fieldProps(fields.paid_on)} label="Payment date" required max={today} />
            <EarlyDayField field={fields.means_early_day} />
            <TextField {...fieldProps(fields.remarks)} label="Remarks" maxLength={200} autoComplete="off" />
            <div className="actions">
              <SubmitButton busyText="Saving...">Record payment</SubmitButton>
              <ButtonLink variant="secondary" href={schoolPaths.newPayment} label="Choose another student" />
            </div>
          </Card>
        </div>
      </Form>
    </>
  )
}

type DueRowProps = { due: OpenDue; isTicked: boolean; hasFocus: boolean; part: ReturnType<typeof fieldProps> }

function DueRow({ due, isTicked, hasFocus, part: { errors, ...part } }: DueRowProps) {
  const name = `${due.name} · ${due.title}`
  const focus = hasFocus ? { autoFocus: true } : {}
  return (
    <div className="paid-due">
      <input type="hidden" name={`owed.d${due.id}`} value={due.balancePaise} />
      <CheckboxField
        id={due.id}
        name="due"
        value={due.id}
        defaultChecked={isTicked}
        label={`${name}: ${exact(due.balancePaise)}`}
        hint={`${due.sessionName}, due ${formatDay(due.dueOn, 'en')}`}
      />
      <div className="field">
        <div className="affix">
          <span aria-hidden="true">₹</span>
          <input
            className="input"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            aria-label={name}
            aria-invalid={errors ? true : undefined}
            aria-describedby={errors ? `${part.id}-error` : undefined}
            {...part}
            {...focus}
          />
        </div>
        <FieldError id={part.id} errors={errors} />
      </div>
    </div>
  )
}

const ofPayer = (payer: Payer) => [payer.enrollmentNumber, payerClass(payer)].filter(Boolean).join(' · ')

/** Names of hidden fields, whose errors (such as a missing due) are listed as errors of the whole form. */
const hidden = /^(|form_key|student|sum_paise|credit_seen|credit_paise|due(\[\d+\])?|owed\..*)$/

function listErrors(formId: string, error: FormResult['error'] | undefined) {
  return Object.entries(error ?? {}).flatMap(([name, messages]) =>
    (messages ?? []).map((message) => (hidden.test(name) ? { message } : { id: `${formId}-${name}`, message })),
  )
}

/** Sum of the ticked amounts and the advance as typed, in paise; null while one of them is invalid. */
function sumTyped(body: FormData, selectedDueIds: readonly string[]): number | null {
  const texts = [...selectedDueIds.map((id) => body.get(`parts.d${id}`)), body.get('advance') || '0']
  const amounts = texts.map((text) => parseRupees(String(text ?? '')))
  return amounts.includes(null) ? null : sumOf(amounts.map(Number))
}

function changeWords(sum: number | null, body: FormData | undefined): string | null {
  const cashGiven = parseRupees(String(body?.get('cash_given') ?? ''))
  return cashGiven === null || sum === null || cashGiven < sum ? null : `Give back ${exact(cashGiven - sum)}`
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, paise) => sum + paise, 0)
const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
