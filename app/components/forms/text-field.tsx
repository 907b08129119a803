import type { InputHTMLAttributes } from 'react'
import { controlProps, Field, type FieldProps } from './field'

type TextFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>

/** One line of text; `type`, `inputMode`, `autoComplete` and the limits go to the input as they are. */
export function TextField({ label, hint, errors, name, id = name, required, type = 'text', ...rest }: TextFieldProps) {
  const frame = { id, hint, errors, required }
  return (
    <Field label={label} {...frame}>
      <input className="input" type={type} {...rest} {...controlProps({ name, ...frame })} />
    </Field>
  )
}
