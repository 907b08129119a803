import { type FormResult, HiddenKey, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { FileFields } from '~/components/students/file-fields'
import { SaveConflict } from '~/components/students/save-conflict'
import type { openAdmissionForm } from './__admission-form.server'

type AdmissionFormProps = Omit<Awaited<ReturnType<typeof openAdmissionForm>>, 'session'> & {
  lastResult: FormResult | undefined
  values: Record<string, unknown>
  /** Documents already uploaded. */
  documents: ReadonlyArray<{ kind: string; key: string; fileName: string; href: string }>
  /** Idempotency key of a new admission. */
  formKey?: string
  /** Version of an existing admission, and a conflict with another user's changes. */
  version?: number
  conflict?: { version: number; changes: string[] } | null | undefined
  cancelHref: string
}

export function AdmissionForm({ lastResult, form, values, known, files, documents, ...rest }: AdmissionFormProps) {
  const { formKey, version, conflict, cancelHref } = rest
  const state = useServerForm<Record<string, unknown>>({ id: 'admission', lastResult, defaultValue: values })
  const isNew = version === undefined
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={isNew ? 'Creation Failed' : 'Update Failed'}
      submit={isNew ? 'Create admission' : 'Save Changes'}
      cancelHref={cancelHref}
      hasFiles
    >
      {conflict ? <SaveConflict {...conflict} /> : null}
      {isNew ? (
        <HiddenKey value={formKey ?? ''} />
      ) : (
        <input type="hidden" name="version" value={String(state.fields.version?.initialValue ?? version)} />
      )}
      <FormRows form={form} fields={state.fields} known={known} />
      <h2>Documents</h2>
      <FileFields files={files} fields={state.fields} stored={documents} removal="ticked" />
    </OfficeForm>
  )
}
