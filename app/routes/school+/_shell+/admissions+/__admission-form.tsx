import { type FormResult, HiddenKey, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { ChangedMeanwhile } from '~/components/students/changed-meanwhile'
import { FileFields } from '~/components/students/file-fields'
import type { FormView } from '~/models/shared/fields'
import type { FileView } from '~/models/students/documents.server'

type Choices = ReadonlyArray<{ publicId: string; name: string }>

type AdmissionFormProps = {
  lastResult: FormResult | undefined
  form: FormView
  values: Record<string, unknown>
  choices: { classes: Choices; sessions: Choices }
  files: readonly FileView[]
  /** What the admission has already. */
  documents: ReadonlyArray<{ kind: string; key: string; fileName: string; href: string }>
  /** Of a new one. */
  formKey?: string
  /** Of one that is corrected, and what somebody else saved meanwhile. */
  version?: number
  conflict?: { version: number; changes: string[] } | null | undefined
  cancelHref: string
}

/** An admission as the office writes it down, with the documents that the family brought. */
export function AdmissionForm({ lastResult, form, values, choices, files, documents, ...rest }: AdmissionFormProps) {
  const { formKey, version, conflict, cancelHref } = rest
  const state = useServerForm<Record<string, unknown>>({ id: 'admission', lastResult, defaultValue: values })
  const options = (list: Choices) => ({ options: list.map(({ publicId, name }) => ({ value: publicId, label: name })) })
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
      {conflict ? <ChangedMeanwhile {...conflict} /> : null}
      {isNew ? (
        <HiddenKey value={formKey ?? ''} />
      ) : (
        <input type="hidden" name="version" value={String(state.fields.version?.initialValue ?? version)} />
      )}
      <FormRows
        form={form}
        fields={state.fields}
        known={{ class: options(choices.classes), academic_session: options(choices.sessions) }}
      />
      <h2>Documents</h2>
      <FileFields files={files} fields={state.fields} stored={documents} removal="ticked" />
    </OfficeForm>
  )
}
