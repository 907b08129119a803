import type { ReactNode } from 'react'
import { OwnPasswordField } from '~/components/accounts/own-password-field'
import { fieldProps, SelectField, type ServerField, TextField } from '~/components/forms'
import { Alert, ButtonLink } from '~/components/ui'
import { optionsOf } from '~/kit/forms/fields'
import { offlineNames } from '~/models/money/ledger/office-words'
import { refundReferenceHint } from '~/models/money/ledger/payment-methods'

/** Reason why the form cannot be offered. */
export function Obstacle({ title, backHref, children }: { title: string; backHref: string; children: ReactNode }) {
  return (
    <div className="card">
      <Alert tone="bad" title={title}>
        <p>{children}</p>
      </Alert>
      <p className="actions">
        <ButtonLink href={backHref} variant="secondary" label="Back" />
      </p>
    </div>
  )
}

type HandedBackProps = {
  fields: Record<'given_by' | 'given_reference' | 'password', ServerField>
  /** Some of the money was paid at the office, so the clerk enters how it is refunded. */
  isOffice: boolean
  methodHint?: string
  asksPassword: boolean
}

/** Refund method of money paid at the office, and the password confirmation for a payout. */
export function HandedBack({ fields, isOffice, methodHint, asksPassword }: HandedBackProps) {
  return (
    <>
      {isOffice ? (
        <>
          <SelectField
            {...fieldProps(fields.given_by)}
            label="Refund method"
            hint={methodHint}
            required={methodHint === undefined}
            placeholder={null}
            options={optionsOf(offlineNames)}
          />
          <TextField
            {...fieldProps(fields.given_reference)}
            label="Refund reference"
            hint={refundReferenceHint}
            maxLength={80}
            autoComplete="off"
          />
        </>
      ) : null}
      {asksPassword ? (
        <OwnPasswordField field={fields.password} hint="Enter it again, because money is paid out" required />
      ) : null}
    </>
  )
}
