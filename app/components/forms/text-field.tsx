import type { InputHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field'

type TextFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>

/** One line of text; `type`, `inputMode`, `autoComplete` and the limits go to the input as they are. */
export function TextField({ type = 'text', ...props }: TextFieldProps) {
  return <Field {...props}>{(control) => <input className="input" type={type} {...control} />}</Field>
}
