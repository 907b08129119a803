import type { ReactNode } from 'react'
import { CheckboxGroup } from '~/components/forms/checkbox-group'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { checkboxGroupProps, OfficeForm } from '~/components/school/office-form'
import { classNameLength } from '~/models/academics/options'

export type ClassValues = { name: string; position: string; subjects: string[] }

type ClassFormProps = {
  lastResult: FormResult | undefined
  values: ClassValues
  mode: 'new' | 'edit'
  /** The subjects to choose from. */
  subjects: ReadonlyArray<{ publicId: string; name: string }>
  cancelHref: string
  aside?: ReactNode
}

export function ClassForm({ lastResult, values, mode, subjects, cancelHref, aside }: ClassFormProps) {
  const state = useServerForm<ClassValues>({ id: 'class', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Create class' : 'Save Changes'}
      cancelHref={cancelHref}
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
      {subjects.length > 0 ? (
        <CheckboxGroup
          {...checkboxGroupProps(fields.subjects)}
          label="Subjects"
          hint="Subjects that the class studies: exams and the timetable offer these."
          options={subjects.map((one) => ({ value: one.publicId, label: one.name }))}
        />
      ) : null}
    </OfficeForm>
  )
}
