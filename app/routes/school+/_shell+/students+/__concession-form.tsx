import { HiddenKey } from '~/components/forms/hidden-key'
import { MoneyField } from '~/components/forms/money-field'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { concessionKindLabels, concessionKinds, reasonLength } from '~/models/fees/options'

type Choice = { value: string; label: string }
type Values = {
  form_key: string
  kind: string
  academic_session: string
  fee: string
  percent: string
  amount: string
  reason: string
}

type ConcessionFormProps = {
  lastResult: FormResult | undefined
  values: Pick<Values, 'academic_session' | 'form_key'>
  sessions: readonly Choice[]
  fees: readonly Choice[]
  cancelHref: string
}

/** Less to pay for one student: why, of what, and how much. */
export function ConcessionForm({ lastResult, values, sessions, fees, cancelHref }: ConcessionFormProps) {
  const state = useServerForm<Values>({
    id: 'concession',
    lastResult,
    defaultValue: { ...values, kind: '', fee: '', percent: '', amount: '', reason: '' },
  })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Creation Failed"
      submit="Give concession"
      cancelHref={cancelHref}
    >
      <HiddenKey value={fields.form_key.initialValue ?? values.form_key} />
      <p className="soft">
        It applies to dues not paid yet and to dues raised later. Instalments already paid are not changed. Late fines
        are still owed, except on an instalment that is waived in full.
      </p>
      <SelectField
        {...fieldProps(fields.kind)}
        label="Kind"
        required
        options={concessionKinds.map((value) => ({ value, label: concessionKindLabels[value] }))}
      />
      <div className="cols">
        <SelectField
          {...fieldProps(fields.academic_session)}
          label="Academic session"
          required
          placeholder={null}
          options={sessions}
        />
        <SelectField {...fieldProps(fields.fee)} label="Fee" placeholder="All fees of the session" options={fees} />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields.percent)}
          label="Percentage"
          hint="Such as 25 or 12.5; on one fee or on all fees"
          inputMode="decimal"
          maxLength={8}
        />
        <MoneyField
          {...fieldProps(fields.amount)}
          label="Or an amount"
          hint="Total off one fee, spread over its unpaid instalments"
        />
      </div>
      <TextAreaField {...fieldProps(fields.reason)} label="Reason" required maxLength={reasonLength} rows={2} />
    </OfficeForm>
  )
}
