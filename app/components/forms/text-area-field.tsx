import type { TextareaHTMLAttributes } from 'react'
import { controlProps, Field, type FieldProps } from './field'
import { TextArea } from './text-area'

type TextAreaFieldProps = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, keyof FieldProps>

/** Several lines of text. */
export function TextAreaField({ label, hint, errors, name, id = name, required, ...rest }: TextAreaFieldProps) {
  const frame = { id, hint, errors, required }
  return (
    <Field label={label} {...frame}>
      <TextArea className="input" rows={4} {...rest} {...controlProps({ name, ...frame })} />
    </Field>
  )
}
