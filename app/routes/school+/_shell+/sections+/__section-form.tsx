import type { ReactNode } from 'react'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { type FormResult, fieldProps, useServerForm } from '~/components/forms/use-server-form'
import { OfficeForm } from '~/components/school/office-form'
import { largestSection, sectionNameLength } from '~/models/academics/options'

export type SectionValues = { class: string; name: string; capacity: string; class_teacher: string }

type SectionFormProps = {
  lastResult: FormResult | undefined
  values: SectionValues
  mode: 'new' | 'edit'
  /** The classes to choose from; an existing section stays in its class and gets only that one. */
  classes: ReadonlyArray<{ publicId: string; name: string }>
  teachers: ReadonlyArray<{ publicId: string; name: string; employeeNumber: string }>
  cancelHref: string
  aside?: ReactNode
}

export function SectionForm({ lastResult, values, mode, classes, teachers, cancelHref, aside }: SectionFormProps) {
  const state = useServerForm<SectionValues>({ id: 'section', lastResult, defaultValue: values })
  const { fields } = state
  return (
    <OfficeForm
      state={state}
      lastResult={lastResult}
      failure={mode === 'new' ? 'Creation Failed' : 'Update Failed'}
      submit={mode === 'new' ? 'Create section' : 'Save Changes'}
      cancelHref={cancelHref}
      aside={aside}
    >
      <SelectField
        {...fieldProps(fields.class)}
        label="Class"
        hint={mode === 'edit' ? 'A section stays in its class.' : undefined}
        required
        placeholder={mode === 'edit' ? null : undefined}
        options={classes.map((one) => ({ value: one.publicId, label: one.name }))}
      />
      <div className="cols">
        <TextField
          {...fieldProps(fields.name)}
          label="Section name"
          hint="Such as A"
          required
          maxLength={sectionNameLength}
        />
        <TextField
          {...fieldProps(fields.capacity)}
          label="Capacity"
          hint={`Seats in one session, at most ${largestSection}`}
          required
          inputMode="numeric"
        />
      </div>
      <SelectField
        {...fieldProps(fields.class_teacher)}
        label="Class teacher"
        hint={teachers.length === 0 ? 'Teachers you add are offered here.' : undefined}
        placeholder="Nobody yet"
        options={teachers.map((one) => ({ value: one.publicId, label: `${one.name} (${one.employeeNumber})` }))}
      />
    </OfficeForm>
  )
}
