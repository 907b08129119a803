import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { paths } from '~/http/paths'
import { classNameLength } from '~/models/academics/options'

export type ClassValues = { name: string; position: string }

type ClassFormProps = {
  lastResult: SubmissionResult<string[]> | undefined
  values: ClassValues
  mode: 'new' | 'edit'
  aside?: ReactNode
}

export function ClassForm({ lastResult, values, mode, aside }: ClassFormProps) {
  const state = useServerForm<ClassValues>({ id: 'class', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Create class' : 'Save Changes'}
      cancelHref={paths.school.classes}
      aside={aside}
    >
      <TextField
        {...fieldProps(fields.name)}
        label="Class name"
        hint="Such as Class 6, or Nursery"
        required
        maxLength={classNameLength}
      />
      <TextField
        {...fieldProps(fields.position)}
        label="Position"
        hint="Classes are listed by this number, the smallest first."
        required
        inputMode="numeric"
        className="input input-short"
      />
    </OfficeForm>
  )
}
