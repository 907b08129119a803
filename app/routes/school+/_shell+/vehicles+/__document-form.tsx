import type { ReactNode } from 'react'
import { CheckboxField, FileField, type FormResult, HiddenKey, textsOf, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import type { Shown } from '~/models/shared/fields'
import { documentForm } from '~/models/vehicles/vehicle-fields'

type DocumentFormProps = {
  lastResult: FormResult | undefined
  values: Record<string, Shown>
  /** The once-only key of a new document, or the version that was opened of one that exists. */
  of: { formKey: string } | { version: number }
  stored: { key: string; fileName: string; href: string } | null
  /** Told when somebody else saved meanwhile. */
  conflict?: ReactNode
  cancelHref: string
  aside?: ReactNode
}

/** A document of a vehicle, with its scan and the day it ends. */
export function DocumentForm({ lastResult, values, of, stored, conflict, cancelHref, aside }: DocumentFormProps) {
  const state = useServerForm<Record<string, unknown>>({ id: 'document', lastResult, defaultValue: values })
  const file = state.fields.file
  const initial = (name: string, value: string | number) => String(state.fields[name]?.initialValue ?? value)
  const isNew = 'formKey' in of
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={isNew ? 'Creation Failed' : 'Update Failed'}
      submit={isNew ? 'Add document' : 'Save Changes'}
      cancelHref={cancelHref}
      hasFiles
      aside={aside}
    >
      {conflict}
      {isNew ? (
        <HiddenKey value={initial('form_key', of.formKey)} />
      ) : (
        <input type="hidden" name="version" value={initial('version', of.version)} />
      )}
      <FormRows form={documentForm} fields={state.fields} />
      <FileField
        name="file"
        id={file?.id ?? ''}
        errors={file?.errors}
        label="File"
        hint="PDF, JPEG or PNG, at most 10 MB"
        accept="application/pdf,image/jpeg,image/png"
        received={state.fields.file_received ? textsOf(state.fields.file_received) : []}
        stored={stored ? [stored] : []}
      />
      {stored && state.fields.remove ? (
        <CheckboxField {...checkboxProps(state.fields.remove)} label="Keep no file" />
      ) : null}
    </OfficeForm>
  )
}
