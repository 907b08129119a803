import { CheckboxField } from '~/components/forms/checkbox-field'
import { MoneyField } from '~/components/forms/money-field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { type DefaultFineKind, defaultFineKinds } from '~/models/schools/options'

export type FeeSettingsValues = {
  part_payment_allowed: boolean
  part_payment_minimum: string
  fine_kind: DefaultFineKind
  fine_amount: string
  fine_grace_days: string
  fine_cap: string
}

const kindNames: Record<DefaultFineKind, string> = {
  none: 'No late fine',
  flat: 'Once, a fixed amount',
  per_day: 'An amount for each day',
}

type FeeSettingsFormProps = { lastResult: FormResult | undefined; values: FeeSettingsValues }

/** Part payment online, and the late fine that new fees start with. */
export function FeeSettingsForm({ lastResult, values }: FeeSettingsFormProps) {
  const state = useServerForm<FeeSettingsValues>({ id: 'fees', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit="Save Changes"
      cancelHref={schoolPaths.settings}
    >
      <h2>Part payment</h2>
      <CheckboxField
        {...checkboxProps(fields.part_payment_allowed)}
        label="Students may pay a part of an instalment online"
        hint="The office may always accept a part payment."
      />
      <MoneyField
        {...fieldProps(fields.part_payment_minimum)}
        label="Minimum part payment"
        hint="A smaller balance may always be paid in full"
      />
      <h2>Late fine of new fees</h2>
      <p className="soft">
        Existing fees keep their own rule. Each fee may have a different rule. The fine is counted from the due date, or
        from the day on which the student came to owe the fee if that is later.
      </p>
      <div className="cols">
        <SelectField
          {...fieldProps(fields.fine_kind)}
          label="Late fine"
          required
          placeholder={null}
          options={defaultFineKinds.map((value) => ({ value, label: kindNames[value] }))}
        />
        <MoneyField {...fieldProps(fields.fine_amount)} label="Amount of the fine" />
      </div>
      <div className="cols">
        <TextField
          {...fieldProps(fields.fine_grace_days)}
          label="Days of grace"
          hint="Days after the due date without a fine"
          inputMode="numeric"
          maxLength={3}
        />
        <MoneyField {...fieldProps(fields.fine_cap)} label="Maximum fine" hint="Leave blank for no limit" />
      </div>
    </OfficeForm>
  )
}
