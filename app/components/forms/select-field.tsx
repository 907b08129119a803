import type { SelectHTMLAttributes } from 'react'
import { m } from '~/language/paraglide/messages'
import { Field, type FieldProps } from './field'

type SelectFieldProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps | 'children'> & {
    options: ReadonlyArray<{ value: string; label: string }>
    /** The words of the empty first choice; `null` where one of the options always holds. */
    placeholder?: string | null
  }

/** One of a list. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  return (
    <Field {...props}>
      {(control) => (
        <select className="input" {...control}>
          {placeholder === null ? null : <option value="">{placeholder ?? m.shared_choose()}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
