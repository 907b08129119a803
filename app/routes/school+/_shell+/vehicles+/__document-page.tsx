import { useActionData, useLoaderData } from '@remix-run/react'
import { CheckboxField, FileField, type FormResult, HiddenKey, textsOf, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { checkboxProps, OfficeForm } from '~/components/school/office-form'
import { SaveConflict } from '~/components/students/save-conflict'
import { ButtonLink, PageHead } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import type { FormValue } from '~/kit/forms/fields'
import { documentForm } from '~/models/money/vehicles/vehicle-fields'

type Opened = {
  title: string
  context?: string
  at: { id: string; documentId?: string }
  values: Record<string, FormValue>
  /** Idempotency key of a new document, or the opened version of an existing one. */
  formKey?: string
  version?: number
  stored: { key: string; fileName: string; href: string } | null
}
/** Answer of the action; for an existing document, it can contain a conflict. */
type Answer = FormResult | { result: FormResult; conflict: { version: number; changes: string[] } | null }

export function DocumentPage() {
  const { title, context, at, values, formKey, version, stored } = useLoaderData() as Opened
  const answer = useActionData() as Answer | undefined
  const { result, conflict } = answer && 'conflict' in answer ? answer : { result: answer, conflict: null }
  const state = useServerForm<Record<string, unknown>>({ id: 'document', lastResult: result, defaultValue: values })
  const file = state.fields.file
  const initial = (name: string, value: string | number | undefined) =>
    String(state.fields[name]?.initialValue ?? value)
  const isNew = version === undefined
  return (
    <>
      <PageHead title={title} context={context} />
      <OfficeForm
        state={state}
        lastResult={result}
        failure={isNew ? 'Creation Failed' : 'Update Failed'}
        submit={isNew ? 'Add document' : 'Save Changes'}
        cancelHref={schoolPaths.vehicle(at.id)}
        hasFiles
        aside={
          at.documentId ? (
            <ButtonLink href={schoolPaths.deleteVehicleDocument(at.id, at.documentId)} variant="quiet">
              Delete this document
            </ButtonLink>
          ) : undefined
        }
      >
        {conflict ? <SaveConflict {...conflict} /> : null}
        {isNew ? (
          <HiddenKey value={initial('form_key', formKey)} />
        ) : (
          <input type="hidden" name="version" value={initial('version', version)} />
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
          <CheckboxField {...checkboxProps(state.fields.remove)} label="Remove the file" />
        ) : null}
      </OfficeForm>
    </>
  )
}
