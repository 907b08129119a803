import type { InputHTMLAttributes } from 'react'
import { controlProps, Field, type FieldProps } from './field'

type FileFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'type' | 'defaultValue'>

/** A file to send; the form around it needs `encType="multipart/form-data"`. The hint says formats and the limit. */
export function FileField({ label, hint, errors, name, id = name, required, ...rest }: FileFieldProps) {
  const frame = { id, hint, errors, required }
  return (
    <Field label={label} {...frame}>
      <input className="input" type="file" {...rest} {...controlProps({ name, ...frame })} />
    </Field>
  )
}
