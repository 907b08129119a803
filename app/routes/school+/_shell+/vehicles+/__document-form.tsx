import type { ReactNode } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { DateField } from '~/components/forms/date-field'
import { FileField, textsOf } from '~/components/forms/file-field'
import { HiddenKey } from '~/components/forms/hidden-key'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { documentKindChoices } from '~/models/transport/office-words'
import { documentNumberLength } from '~/models/vehicles/options'

export type DocumentValues = { kind: string; number: string; expires_on: string }

type DocumentFormProps = {
  lastResult: FormResult | undefined
  values: DocumentValues
  /** The once-only key of a new paper; null for one that exists. */
  formKey: string | null
  stored: { key: string; fileName: string; href: string } | null
  cancelHref: string
  aside?: ReactNode
}

/** A paper of a vehicle, with its scan and the day it ends. */
export function DocumentForm({ lastResult, values, formKey, stored, cancelHref, aside }: DocumentFormProps) {
  const state = useServerForm<
    DocumentValues & { form_key: string; file: string; file_received: string[]; remove: boolean }
  >({ id: 'document', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={formKey ? 'Creation Failed' : 'Update Failed'}
      submit={formKey ? 'Add document' : 'Save Changes'}
      cancelHref={cancelHref}
      hasFiles
      aside={aside}
    >
      {formKey ? <HiddenKey value={fields.form_key.initialValue ?? formKey} /> : null}
      <div className="cols">
        <SelectField {...fieldProps(fields.kind)} label="Document" required options={documentKindChoices} />
        <TextField
          {...fieldProps(fields.number)}
          label="Number"
          spellCheck={false}
          autoComplete="off"
          maxLength={documentNumberLength}
        />
        <DateField {...fieldProps(fields.expires_on)} label="Valid until" hint="Leave empty if it does not expire" />
      </div>
      <FileField
        name={fields.file.name}
        id={fields.file.id}
        errors={fields.file.errors}
        label="File"
        hint="PDF, JPEG or PNG, at most 10 MB"
        accept="application/pdf,image/jpeg,image/png"
        received={textsOf(fields.file_received)}
        stored={stored ? [stored] : []}
      />
      {stored ? <CheckboxField {...checkboxProps(fields.remove)} label="Keep no file" /> : null}
    </OfficeForm>
  )
}
