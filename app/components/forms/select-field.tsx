import type { SelectHTMLAttributes } from 'react'
import { m } from '~/language/paraglide/messages'
import { controlProps, Field, type FieldProps } from './field'

type SelectFieldProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps | 'children'> & {
    options: ReadonlyArray<{ value: string; label: string }>
    /** The words of the empty first choice; `null` where one of the options always holds. */
    placeholder?: string | null
  }

/** One of a list. */
export function SelectField({
  label,
  hint,
  errors,
  name,
  id = name,
  required,
  options,
  placeholder,
  ...rest
}: SelectFieldProps) {
  const frame = { id, hint, errors, required }
  return (
    <Field label={label} {...frame}>
      <select className="input" {...rest} {...controlProps({ name, ...frame })}>
        {placeholder === null ? null : <option value="">{placeholder ?? m.shared_choose()}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
