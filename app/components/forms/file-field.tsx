import type { InputHTMLAttributes, ReactNode } from 'react'
import { LoneLink } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import { controlProps, FieldError, FieldHint, type FieldProps } from './field'
import type { ServerField } from './use-server-form'

type FileFieldProps = Omit<FieldProps, 'required'> &
  Pick<InputHTMLAttributes<HTMLInputElement>, 'accept' | 'multiple'> & {
    /** Files received with a previous submit of this form, as the server returns them: `<key> <name>` each. */
    received?: readonly string[]
    /** Files already saved; ticking one removes it if `removeName` is set. */
    stored?: ReadonlyArray<{ key: string; fileName: string; href: string }>
    /** Name of the field that contains the keys of files to remove; without it, the user cannot remove files here. */
    removeName?: string
    removed?: readonly string[]
    /** URL of the page that confirms removing a stored file; replaces `removeName`. */
    removeHref?: (key: string) => string
    children?: ReactNode
  }

/**
 * File input. A file that arrived with a failed submit appears as a ticked box and counts as submitted. A saved file
 * stays unless the user replaces it or ticks its box for removal.
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
            <LoneLink href={removeHref(file.key)} label={m.students_upload_remove({ name: file.fileName })} />
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
      {/* A new key per response clears the input: received files are not sent again, and refused ones are
          deselected. */}
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

/** Values of a repeatable field after a failed submit, as a list. */
export function textsOf(field: ServerField): string[] {
  const value = field.initialValue
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '')
}
