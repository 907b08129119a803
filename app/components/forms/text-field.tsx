import type { InputHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field'

type TextFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>

/** Single-line input; `type`, `inputMode`, `autoComplete` and limits are passed on to it. */
export function TextField({ type = 'text', ...props }: TextFieldProps) {
  return <Field {...props}>{(control) => <input className="input" type={type} {...control} />}</Field>
}
