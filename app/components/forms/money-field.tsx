import type { InputHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field'

type MoneyFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'type' | 'inputMode'>

/** Amount in rupees, typed as text ("1,250.50"). The schema parses it into paise; a number input is never used. */
export function MoneyField(props: MoneyFieldProps) {
  return (
    <Field {...props}>
      {(control) => (
        <div className="affix">
          <span aria-hidden="true">₹</span>
          <input className="input" type="text" inputMode="decimal" autoComplete="off" {...control} />
        </div>
      )}
    </Field>
  )
}
