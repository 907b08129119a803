import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { HiddenKey } from '~/components/forms/hidden-key'
import { MoneyField } from '~/components/forms/money-field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { fareBasisChoices } from '~/models/transport/office-words'
import { fareNameLength } from '~/models/transport/options'

export type FareValues = {
  name: string
  basis: string
  base_fare: string
  per_km: string
  deposit: string
  is_default: boolean
  is_active: boolean
}

type FareFormProps = {
  lastResult: FormResult | undefined
  values: FareValues
  /** The once-only key of a new one, or the version that was opened of one that exists. */
  of: { formKey: string } | { version: number }
  conflict?: ReactNode
  aside?: ReactNode
}

/** How a fare is reckoned. */
export function FareForm({ lastResult, values, of, conflict, aside }: FareFormProps) {
  const state = useServerForm<FareValues & { form_key: string; version: string }>({
    id: 'fare',
    lastResult,
    defaultValue: values,
  })
  const { fields } = state
  const isNew = 'formKey' in of
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={isNew ? 'Creation Failed' : 'Update Failed'}
      submit={isNew ? 'Create fare' : 'Save Changes'}
      cancelHref={schoolPaths.fareStructures}
      aside={aside}
    >
      {conflict}
      {isNew ? (
        <HiddenKey value={fields.form_key.initialValue ?? of.formKey} />
      ) : (
        <input type="hidden" name="version" value={fields.version.initialValue ?? of.version} />
      )}
      <TextField
        {...fieldProps(fields.name)}
        label="Fare name"
        hint="As students see it"
        required
        maxLength={fareNameLength}
      />
      <SelectField
        {...fieldProps(fields.basis)}
        label="Calculation"
        hint="By stop: each stop has its own monthly fare"
        required
        options={fareBasisChoices}
      />
      <div className="cols">
        <MoneyField {...fieldProps(fields.base_fare)} label="Monthly base fare" hint="By distance only" />
        <MoneyField {...fieldProps(fields.per_km)} label="Per km" hint="By distance only" />
        <MoneyField {...fieldProps(fields.deposit)} label="Deposit" hint="Once, with the first payment" />
      </div>
      <CheckboxField {...checkboxProps(fields.is_active)} label="Offered to students" />
      <CheckboxField
        {...checkboxProps(fields.is_default)}
        label="Default"
        hint="The fare that is pre-selected in the students’ form; it replaces the earlier default"
      />
    </OfficeForm>
  )
}
