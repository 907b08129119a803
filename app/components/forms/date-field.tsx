import type { InputHTMLAttributes } from 'react'
import { m } from '~/language/paraglide/messages'
import { Field, type FieldProps } from './field'

type DateFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'type' | 'placeholder'>

/** Date input. The placeholder is for browsers without a date picker, which show a text field. */
export function DateField(props: DateFieldProps) {
  return (
    <Field {...props}>
      {(control) => <input className="input input-short" type="date" placeholder={m.shared_date_hint()} {...control} />}
    </Field>
  )
}
