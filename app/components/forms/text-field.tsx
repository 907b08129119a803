import type { InputHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field'

type TextFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps>

export function TextField({ type = 'text', ...props }: TextFieldProps) {
  return <Field {...props}>{(control) => <input className="input" type={type} {...control} />}</Field>
}
