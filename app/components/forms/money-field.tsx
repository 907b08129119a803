import type { InputHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field'

type MoneyFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'type' | 'inputMode'>

/** An amount typed in rupees, as text ("1,250.50"): the schema turns it into paise, never the browser's number field. */
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
