import type { ReactNode } from 'react'
import { CheckboxGroup } from '~/components/forms/checkbox-group'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxGroupProps, OfficeForm } from '~/components/school/office-form'
import { subjectCodeLength, subjectNameLength } from '~/models/academics/options'

export type SubjectValues = { name: string; code: string; classes: string[] }

type SubjectFormProps = {
  lastResult: FormResult | undefined
  values: SubjectValues
  mode: 'new' | 'edit'
  /** The classes to choose from. */
  classes: ReadonlyArray<{ publicId: string; name: string }>
  cancelHref: string
  aside?: ReactNode
}

export function SubjectForm({ lastResult, values, mode, classes, cancelHref, aside }: SubjectFormProps) {
  const state = useServerForm<SubjectValues>({ id: 'subject', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Create subject' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      <div className="cols">
        <TextField
          {...fieldProps(fields.name)}
          label="Subject name"
          hint="Such as Mathematics"
          required
          maxLength={subjectNameLength}
        />
        <TextField
          {...fieldProps(fields.code)}
          label="Code"
          hint="Such as 041; optional"
          maxLength={subjectCodeLength}
        />
      </div>
      {classes.length > 0 ? (
        <CheckboxGroup
          {...checkboxGroupProps(fields.classes)}
          label="Classes"
          hint="The classes that study it."
          options={classes.map((one) => ({ value: one.publicId, label: one.name }))}
        />
      ) : null}
    </OfficeForm>
  )
}
