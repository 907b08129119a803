import type { InputHTMLAttributes } from 'react'
import { m } from '~/language/paraglide/messages'
import { Field, type FieldProps } from './field'

type DateFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'type' | 'pattern'>

/** A day. Browsers without a date picker show a line of text: the hint and the pattern are for them. */
export function DateField({ hint = m.shared_date_hint(), ...props }: DateFieldProps) {
  return (
    <Field hint={hint} {...props}>
      {(control) => <input className="input input-short" type="date" pattern="\d{4}-\d{2}-\d{2}" {...control} />}
    </Field>
  )
}
