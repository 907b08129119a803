import type { InputHTMLAttributes } from 'react'
import { controlProps, FieldError, FieldHint, type FieldProps, RequiredMark } from './field'

type CheckboxFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'type'>

/** Single checkbox. Submits `on`, or `value` if set, and nothing while unticked. */
export function CheckboxField({ label, hint, errors, name, id = name, required, ...rest }: CheckboxFieldProps) {
  return (
    <div className="field">
      <label className="choice" htmlFor={id}>
        <input type="checkbox" {...rest} {...controlProps({ name, id, hint, errors, required })} />
        <span>
          {label}
          {required ? <RequiredMark /> : null}
        </span>
      </label>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} errors={errors} />
    </div>
  )
}
