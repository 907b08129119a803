import type { ReactNode } from 'react'

/** Props of every field: plain values, as conform's metadata or a loader provides them. */
export type FieldProps = {
  name: string
  /** Defaults to `name`; set it when a page has two forms with the same names. */
  id?: string
  label: string
  hint?: ReactNode
  errors?: readonly string[]
  required?: boolean
}

/** Attributes that tie a control to its label, hint and errors. */
export function controlProps({ name, id = name, hint, errors, required }: Omit<FieldProps, 'label'>) {
  const wrong = errors !== undefined && errors.length > 0
  const describedBy = [hint ? `${id}-hint` : '', wrong ? `${id}-error` : ''].filter(Boolean).join(' ')
  return {
    id,
    name,
    required: required || undefined,
    'aria-invalid': wrong || undefined,
    'aria-describedby': describedBy || undefined,
  }
}

type Control<Own> = Omit<Own, keyof FieldProps | 'children'> & ReturnType<typeof controlProps>

/**
 * Label, hint, control and an error line that is always reserved, so that an error moves nothing below it. `children`
 * receives the remaining props and the attributes that link the control to its label, hint and error.
 */
export function Field<Own extends FieldProps>(props: Own & { children: (control: Control<Own>) => ReactNode }) {
  const { label, hint, errors, name, id = name, required, children, ...own } = props
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required ? <RequiredMark /> : null}
      </label>
      <FieldHint id={id} hint={hint} />
      {children({ ...own, ...controlProps({ name, id, hint, errors, required }) })}
      <FieldError id={id} errors={errors} />
    </div>
  )
}

/** Visual only: screen readers announce `required` on the control itself. */
export function RequiredMark() {
  return (
    <i className="req" aria-hidden="true">
      {' *'}
    </i>
  )
}

export function FieldHint({ id, hint }: { id: string; hint?: ReactNode }) {
  return hint ? (
    <p className="hint" id={`${id}-hint`}>
      {hint}
    </p>
  ) : null
}

export function FieldError({ id, errors }: { id: string; errors?: readonly string[] }) {
  return (
    <p className="error" id={`${id}-error`}>
      {errors?.join(' ')}
    </p>
  )
}
