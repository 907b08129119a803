import type { InputHTMLAttributes } from 'react'
import { m } from '~/language/paraglide/messages'
import { Field, type FieldProps } from './field'

type DateFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'type' | 'placeholder'>

/** A day. Browsers without a date picker show a line of text: the placeholder is for them, the others show their own. */
export function DateField(props: DateFieldProps) {
  return (
    <Field {...props}>
      {(control) => <input className="input input-short" type="date" placeholder={m.shared_date_hint()} {...control} />}
    </Field>
  )
}
