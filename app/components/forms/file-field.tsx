import type { InputHTMLAttributes, ReactNode } from 'react'
import { m } from '~/language/paraglide/messages'
import { controlProps, FieldError, FieldHint, type FieldProps } from './field'
import type { ServerField } from './use-server-form'

type FileFieldProps = Omit<FieldProps, 'required'> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'accept' | 'multiple'> & {
    /** Files that came with an earlier try of this form, as the server sends them back: `<key> <name>` each. */
    received?: readonly string[]
    /** Files that are kept already; a tick removes one where the form can remove. */
    stored?: ReadonlyArray<{ key: string; fileName: string; href: string }>
    /** The field that takes the keys of what is to go; without it nothing can be removed here. */
    removeName?: string
    removed?: readonly string[]
    /** Where a page asks whether to remove a stored file; instead of `removeName`. */
    removeHref?: (key: string) => string
    /** What is said of the file, below it. */
    children?: ReactNode
  }

/**
 * One file or several. What arrived with a form that failed is shown as a ticked box and counts as sent; what is kept already
 * stays unless a new one comes or its box is ticked.
 */
export function FileField({
  label,
  hint,
  errors,
  name,
  id = name,
  received = [],
  stored = [],
  removeName,
  removed = [],
  removeHref,
  children,
  ...rest
}: FileFieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <FieldHint id={id} hint={hint} />
      {stored.map((file) => (
        <div key={file.key} className="stored-file">
          <a href={file.href}>{m.students_upload_stored({ name: file.fileName })}</a>
          {removeHref ? ' ' : null}
          {removeHref ? (
            <a className="alone" href={removeHref(file.key)}>
              {m.students_upload_remove({ name: file.fileName })}
            </a>
          ) : null}
          {removeName ? (
            <label className="choice">
              <input type="checkbox" name={removeName} value={file.key} defaultChecked={removed.includes(file.key)} />
              <span>{m.students_upload_remove({ name: file.fileName })}</span>
            </label>
          ) : null}
        </div>
      ))}
      {received.map((reference) => (
        <label key={reference} className="choice">
          <input type="checkbox" name={`${name}_received`} value={reference} defaultChecked />
          <span>{m.students_upload_received({ name: reference.slice(reference.indexOf(' ') + 1) })}</span>
        </label>
      ))}
      {/* Another answer, another input: what arrived is not sent again, what was refused is not chosen any more. */}
      <input
        key={[...received, ...(errors ?? [])].join()}
        className="input"
        type="file"
        {...rest}
        {...controlProps({ name, id, hint, errors })}
      />
      {children}
      <FieldError id={id} errors={errors} />
    </div>
  )
}

/** What a failed post brought back of a field that may come several times, as a list. */
export function textsOf(field: ServerField): string[] {
  const value = field.initialValue
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '')
}
