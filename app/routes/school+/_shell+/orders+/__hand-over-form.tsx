import { CheckboxField } from '~/components/forms/checkbox-field'
import { HiddenKey } from '~/components/forms/hidden-key'
import { RadioGroup } from '~/components/forms/radio-group'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { offlineChoices } from '~/models/ledger/office-words'
import { formatPaise } from '~/models/shared/money'

type Fields = { to: string; method: string; reference: string; repeats_reference: string }

type HandOverFormProps = {
  id: string
  student: string
  owedPaise: number
  formKey: string
  lastResult: FormResult | undefined
}

/** Who takes the goods; where they are not paid yet, also how they are paid now. */
export function HandOverForm({ id, student, owedPaise, formKey, lastResult }: HandOverFormProps) {
  const state = useServerForm<Fields>({
    id: 'handover',
    lastResult,
    defaultValue: { to: student, method: 'cash' },
  })
  const { fields } = state
  const asksTwice = fields.repeats_reference.errors !== undefined || fields.repeats_reference.initialValue === 'on'
  const amount = formatPaise(owedPaise, { style: 'exact' })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit={owedPaise > 0 ? `Collect ${amount} and hand over` : 'Hand over'}
      cancelHref={schoolPaths.order(id)}
    >
      <HiddenKey value={formKey} />
      <TextField
        {...fieldProps(fields.to)}
        label="Handed over to"
        hint="The student, or the person who collects it"
        required
        maxLength={120}
        autoComplete="off"
      />
      {owedPaise > 0 ? (
        <>
          <p>
            <strong>{`To be paid now: ${amount}`}</strong>
          </p>
          <input type="hidden" name="amount_paise" value={owedPaise} />
          <RadioGroup {...fieldProps(fields.method)} label="Method" required options={offlineChoices} />
          <TextField
            {...fieldProps(fields.reference)}
            label="Reference"
            hint="Number of the cheque, UPI reference or UTR; not needed for cash"
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
        </>
      ) : (
        <p>It is paid; nothing is to be collected.</p>
      )}
    </OfficeForm>
  )
}
