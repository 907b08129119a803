import { type ReactNode, type SelectHTMLAttributes, useContext } from 'react'
import { m } from '~/language/paraglide/messages'
import { EmptyLists, emptyListOf } from './empty-lists'
import { Field, type FieldProps } from './field'

type SelectFieldProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps | 'children'> & {
    options: ReadonlyArray<{ value: string; label: string }>
    /** Label of the empty first option; `null` when one of the options always applies. */
    placeholder?: string | null
  }

/** Select. If it has no options but needs a value, the hint explains why and links to where options are added. */
export function SelectField({ options, placeholder, hint, ...props }: SelectFieldProps) {
  const lists = useContext(EmptyLists)
  const empty = options.length === 0 && !placeholder ? emptyListOf(lists, props.name) : undefined
  const shownHint: ReactNode = empty ? (
    <>
      {empty.words} {empty.add ? <a href={empty.add.href}>{empty.add.label}</a> : null}
    </>
  ) : (
    hint
  )
  return (
    <Field {...props} hint={shownHint}>
      {(control) => (
        <select className="input" {...control}>
          {placeholder === null ? null : <option value="">{placeholder ?? m.shared_choose()}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
