import { Form } from '@remix-run/react'
import { useMemo } from 'react'
import { CheckboxField } from '~/components/forms/checkbox-field'
import { ErrorSummary } from '~/components/forms/error-summary'
import { FileField } from '~/components/forms/file-field'
import { HiddenKey } from '~/components/forms/hidden-key'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxProps } from '~/components/school/office-form'
import { ButtonLink } from '~/components/ui/button'
import { SubmitButton } from '~/components/ui/submit-button'
import { schoolPaths } from '~/http/school-paths'
import { type ImportKind, kindWord } from '~/models/imports/options'

type UploadFormProps = {
  kind: ImportKind
  sessions: ReadonlyArray<{ value: string; label: string }>
  values: { academic_session: string; makes_places: string; section_capacity: string }
  formKey: string
  lastResult: FormResult | undefined
}

/** The file, and what it cannot say itself: the session, and whether missing classes are to be made. */
export function UploadForm({ kind, sessions, values, formKey, lastResult }: UploadFormProps) {
  const { form, fields } = useServerForm({
    id: 'import',
    lastResult,
    defaultValue: { ...values, file: '' } as Record<string, string>,
  })
  const errors = useMemo(
    () =>
      Object.entries(lastResult?.error ?? {}).flatMap(([name, messages]) =>
        (messages ?? []).map((message) => ({ id: name === '' ? undefined : `import-${name}`, message })),
      ),
    [lastResult],
  )
  return (
    <Form method="post" encType="multipart/form-data" {...form} className="card">
      <ErrorSummary errors={errors} title="Import Failed" />
      <HiddenKey value={formKey} />
      <input type="hidden" name="kind" value={kindWord(kind)} />
      <FileField
        label="File"
        hint="CSV or Excel (.xlsx), at most 10 MB and 50,000 rows. Only the first sheet is read."
        accept=".csv,.xlsx,.txt,text/csv"
        name="file"
        id="import-file"
        errors={fields.file?.errors}
      />
      {kind === 'teachers' ? null : (
        <SelectField
          {...fieldProps(fields.academic_session as never)}
          label="Academic session"
          options={sessions}
          placeholder={null}
          hint={kind === 'students' ? 'New students are enrolled in it.' : 'Used if the file does not give a session.'}
        />
      )}
      {kind === 'students' ? (
        <>
          <CheckboxField
            {...checkboxProps(fields.makes_places as never)}
            label="Create classes and sections that are missing"
          />
          <TextField
            {...fieldProps(fields.section_capacity as never)}
            label="Seats of a section that is created"
            inputMode="numeric"
            className="input input-short"
          />
        </>
      ) : null}
      <div className="actions">
        <SubmitButton busyText="Uploading...">Upload and check</SubmitButton>
        <ButtonLink href={schoolPaths.imports} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
      <p className="small soft">Nothing is changed yet: you first see what would happen.</p>
    </Form>
  )
}
