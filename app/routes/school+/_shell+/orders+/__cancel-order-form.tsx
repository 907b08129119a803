import { PasswordField } from '~/components/forms/password-field'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { schoolPaths } from '~/http/school-paths'
import { methodNames } from '~/models/ledger/office-words'
import { offlineMethods } from '~/models/ledger/options'
import { formatPaise } from '~/models/shared/money'
import { cancelReasonLength } from '~/models/shop/options'

type Fields = { reason: string; given_by: string; given_reference: string; password: string }

type CancelOrderFormProps = {
  id: string
  /** What goes back by the provider, and what across the counter. */
  onlinePaise: number
  officePaise: number
  asksPassword: boolean
  lastResult: FormResult | undefined
}

/** Why, and where it is paid what goes back and how. */
export function CancelOrderForm({ id, onlinePaise, officePaise, asksPassword, lastResult }: CancelOrderFormProps) {
  const state = useServerForm<Fields>({ id: 'cancellation', lastResult, defaultValue: { given_by: 'cash' } })
  const { fields } = state
  const { defaultValue: _secret, ...password } = fieldProps(fields.password)
  const money = (paise: number) => formatPaise(paise, { style: 'exact' })
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure="Update Failed"
      submit={onlinePaise + officePaise > 0 ? 'Cancel the order and refund' : 'Cancel the order'}
      cancelHref={schoolPaths.order(id)}
    >
      <p>Its pieces can be sold again, and the student owes nothing for it. This cannot be undone.</p>
      <input type="hidden" name="given_paise" value={onlinePaise + officePaise} />
      {onlinePaise > 0 ? (
        <p>{`${money(onlinePaise)} will be refunded by Razorpay to the account or card it came from, within a few days.`}</p>
      ) : null}
      <TextField
        {...fieldProps(fields.reason)}
        label="Reason"
        hint="The student will read it with the order"
        required
        maxLength={cancelReasonLength}
        autoComplete="off"
      />
      {officePaise > 0 ? (
        <>
          <p>{`${money(officePaise)} was paid at the office and is refunded there.`}</p>
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
      ) : null}
      {asksPassword ? (
        <PasswordField
          {...password}
          label="Your own password"
          hint="Asked again, because money is paid out"
          required
          autoComplete="current-password"
        />
      ) : null}
    </OfficeForm>
  )
}
