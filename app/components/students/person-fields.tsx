import type { ReactNode } from 'react'
import { SelectField } from '~/components/forms/select-field'
import { TextField } from '~/components/forms/text-field'
import { fieldProps, type ServerField } from '~/components/forms/use-server-form'
import { m } from '~/language/paraglide/messages'
import { genderLabel, genders, nameLength, parentNameLength } from '~/models/students/options'

type ChildName = 'first_name' | 'last_name'
type ParentName = 'father_name' | 'mother_name'

type NamesProps<Name extends string> = {
  fields: Record<Name, ServerField>
  /** What a form adds to a field: a hint, that it is read-only. */
  more?: (name: Name) => { hint?: ReactNode; readOnly?: boolean }
}

// What every form about a child asks alike: the office's, an admission's, a family's own.

/** First and last name; whoever shows them decides whether they stand side by side. */
export function ChildNameFields({ fields, more }: NamesProps<ChildName>) {
  return (
    <>
      <TextField
        {...fieldProps(fields.first_name)}
        label={m.students_first_name()}
        required
        maxLength={nameLength}
        {...more?.('first_name')}
      />
      <TextField
        {...fieldProps(fields.last_name)}
        label={m.students_last_name()}
        required
        maxLength={nameLength}
        {...more?.('last_name')}
      />
    </>
  )
}

/** The names of both parents. */
export function ParentNameFields({ fields, more }: NamesProps<ParentName>) {
  return (
    <>
      <TextField
        {...fieldProps(fields.father_name)}
        label={m.students_father_name()}
        required
        maxLength={parentNameLength}
        {...more?.('father_name')}
      />
      <TextField
        {...fieldProps(fields.mother_name)}
        label={m.students_mother_name()}
        required
        maxLength={parentNameLength}
        {...more?.('mother_name')}
      />
    </>
  )
}

export function GenderField({ field }: { field: ServerField }) {
  return (
    <SelectField
      {...fieldProps(field)}
      label={m.students_gender()}
      required
      options={genders.map((value) => ({ value, label: genderLabel(value) }))}
    />
  )
}
