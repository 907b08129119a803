import type { SubmissionResult } from '@conform-to/react'
import { HiddenKey } from '~/components/forms/hidden-key'
import { MoneyField } from '~/components/forms/money-field'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, useServerForm } from '~/components/forms/use-server-form'
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
  lastResult: SubmissionResult<string[]> | undefined
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
        It counts for what is not paid yet and for what is raised later. Instalments already paid stay as they are. Late
        fines are still owed, except of an instalment that is let off whole.
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
          hint="Such as 25 or 12.5; of one fee or of all"
          inputMode="decimal"
          maxLength={8}
        />
        <MoneyField
          {...fieldProps(fields.amount)}
          label="Or an amount"
          hint="Off one fee in all, spread over its open instalments"
        />
      </div>
      <TextAreaField {...fieldProps(fields.reason)} label="Reason" required maxLength={reasonLength} rows={2} />
    </OfficeForm>
  )
}
