import type { ReactNode } from 'react'
import { FileField, fieldProps, TextField, textsOf, type useServerForm } from '~/components/forms'
import { DefinitionList } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { declaredReferenceLength } from '~/models/money/ledger/options'

export type TransferValues = { reference: string; proof: string; proof_received: unknown }
type TransferFieldsProps = {
  /** Heading with the account holder, at the level the page needs. */
  heading: ReactNode
  bank: { name: string; accountNumber: string; ifscCode: string }
  fields: Pick<ReturnType<typeof useServerForm<TransferValues>>['fields'], keyof TransferValues>
}

export function TransferFields({ heading, bank, fields }: TransferFieldsProps) {
  return (
    <>
      {heading}
      <DefinitionList
        items={[
          { label: m.room_bank_name(), value: bank.name },
          { label: m.room_bank_account(), value: bank.accountNumber },
          { label: m.room_bank_ifsc(), value: bank.ifscCode },
        ]}
      />
      <TextField
        {...fieldProps(fields.reference)}
        label={m.room_reference()}
        hint={m.room_reference_hint()}
        autoComplete="off"
        maxLength={declaredReferenceLength}
      />
      <FileField
        name="proof"
        id={fields.proof.id}
        label={m.room_proof()}
        hint={m.students_document_hint()}
        errors={fields.proof.errors}
        accept="application/pdf,image/jpeg,image/png"
        received={textsOf(fields.proof_received)}
      />
    </>
  )
}
