import type { InputHTMLAttributes } from 'react'
import { m } from '~/language/paraglide/messages'
import { controlProps, Field, type FieldProps } from './field'

type DateFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'type' | 'pattern'>

/** A day. Browsers without a date picker show a line of text: the hint and the pattern are for them. */
export function DateField({
  label,
  hint = m.shared_date_hint(),
  errors,
  name,
  id = name,
  required,
  ...rest
}: DateFieldProps) {
  const frame = { id, hint, errors, required }
  return (
    <Field label={label} {...frame}>
      <input
        className="input input-short"
        type="date"
        pattern="\d{4}-\d{2}-\d{2}"
        {...rest}
        {...controlProps({ name, ...frame })}
      />
    </Field>
  )
}
