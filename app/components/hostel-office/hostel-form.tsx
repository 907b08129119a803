import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { HiddenKey } from '~/components/forms/hidden-key'
import { MoneyField } from '~/components/forms/money-field'
import { SelectField } from '~/components/forms/select-field'
import { TextAreaField } from '~/components/forms/text-area-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { addressLength, emailLength, hostelNameLength, personNameLength, phoneLength } from '~/models/hostels/options'
import { genderChoices, hostelTypeChoices } from './words'

export type HostelValues = {
  name: string
  gender_type: string
  hostel_type: string
  address: string
  contact_number: string
  warden_name: string
  warden_email: string
  security_deposit: string
  meal_plan_included: boolean
  meal_plan_fee: string
  bank_name: string
  bank_account_number: string
  bank_ifsc_code: string
  is_active: boolean
}

type HostelFormProps = {
  lastResult: FormResult | undefined
  values: HostelValues
  /** The once-only key of a new hostel, or the version that was opened of one that exists. */
  of: { formKey: string } | { version: number }
  /** Told when somebody else saved meanwhile. */
  conflict?: ReactNode
  cancelHref: string
}

/** A hostel with its warden, what it costs and where transfers go. */
export function HostelForm({ lastResult, values, of, conflict, cancelHref }: HostelFormProps) {
  const state = useServerForm<HostelValues & { form_key: string; version: string }>({
    id: 'hostel',
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
      submit={isNew ? 'Create hostel' : 'Save Changes'}
      cancelHref={cancelHref}
    >
      {conflict}
      {isNew ? (
        <HiddenKey value={fields.form_key.initialValue ?? of.formKey} />
      ) : (
        <input type="hidden" name="version" value={fields.version.initialValue ?? of.version} />
      )}
      <TextField {...fieldProps(fields.name)} label="Hostel name" required maxLength={hostelNameLength} />
      <div className="cols">
        <SelectField
          {...fieldProps(fields.gender_type)}
          label="Boys / girls / co-ed"
          required
          options={genderChoices}
        />
        <SelectField {...fieldProps(fields.hostel_type)} label="Type" required options={hostelTypeChoices} />
      </div>
      <TextAreaField {...fieldProps(fields.address)} label="Address" required rows={3} maxLength={addressLength} />
      <div className="cols">
        <TextField {...fieldProps(fields.warden_name)} label="Warden" required maxLength={personNameLength} />
        <TextField
          {...fieldProps(fields.contact_number)}
          label="Contact number"
          required
          type="tel"
          maxLength={phoneLength}
        />
        <TextField
          {...fieldProps(fields.warden_email)}
          label="Warden’s e-mail"
          type="email"
          maxLength={emailLength}
          spellCheck={false}
        />
      </div>
      <div className="cols">
        <MoneyField
          {...fieldProps(fields.security_deposit)}
          label="Security deposit"
          hint="Once, with the first payment; 0 if there is none"
          required
        />
        <MoneyField
          {...fieldProps(fields.meal_plan_fee)}
          label="Monthly mess charges"
          hint="0 where no meals are served"
          required
        />
      </div>
      <CheckboxField
        {...checkboxProps(fields.meal_plan_included)}
        label="Mess compulsory"
        hint="All students pay the mess charges; otherwise only those who ask for meals"
      />
      <fieldset>
        <legend>
          <h2>Bank details</h2>
        </legend>
        <p className="soft small">Shown to students who pay by bank transfer</p>
        <div className="cols">
          <TextField {...fieldProps(fields.bank_name)} label="Bank" maxLength={personNameLength} />
          <TextField
            {...fieldProps(fields.bank_account_number)}
            label="Account number"
            inputMode="numeric"
            autoComplete="off"
            maxLength={24}
          />
          <TextField
            {...fieldProps(fields.bank_ifsc_code)}
            label="IFSC"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={11}
          />
        </div>
      </fieldset>
      <CheckboxField
        {...checkboxProps(fields.is_active)}
        label="Open for applications"
        hint="If unticked, nobody can apply; students who have a place keep it"
      />
    </OfficeForm>
  )
}
