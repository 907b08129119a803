import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { checkboxGroupProps, checkboxProps } from '~/components/school/office-form'
import { Button, useHydrated } from '~/components/ui'
import type { Field, FieldKind, Option, Row } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { textOf } from '~/models/core/shared/words'
import { CheckboxField } from './checkbox-field'
import { CheckboxGroup, RadioGroup } from './choice-groups'
import { DateField } from './date-field'
import { MoneyField } from './money-field'
import { SelectField } from './select-field'
import { TextAreaField } from './text-area'
import { TextField } from './text-field'
import { fieldProps, type ServerField } from './use-server-form'

type Shown = Pick<
  Field,
  | 'kind'
  | 'label'
  | 'hint'
  | 'missing'
  | 'max'
  | 'options'
  | 'control'
  | 'hasNoEmptyOption'
  | 'isHidden'
  | 'asRadios'
  | 'none'
> & { name: string }
type Controlled = { field: Shown; state: ServerField; words: Words; options: readonly Option[]; known: Known }
type Words = { label: string; hint: ReactNode; required: boolean; readOnly?: true }

function Choice({ field, state, words: { readOnly, ...words }, options }: Controlled) {
  const props = fieldProps(state)
  if (field.isHidden) return <input type="hidden" name={state.name} value={props.defaultValue} />
  if (field.asRadios) return <RadioGroup {...props} {...words} options={options} />
  // A select cannot be read-only, so it offers only the current value.
  const offered = readOnly ? options.filter(({ value }) => value === props.defaultValue) : options
  return (
    <SelectField
      {...props}
      {...words}
      placeholder={field.hasNoEmptyOption || readOnly ? null : words.required ? undefined : field.none}
      options={offered}
    />
  )
}

function Choices({ state, words: { label, hint }, options }: Controlled) {
  return options.length === 0 ? null : (
    <CheckboxGroup {...checkboxGroupProps(state)} label={label} hint={hint} options={options} />
  )
}

const controls: Record<FieldKind, (props: Controlled) => ReactNode> = {
  line: ({ field, state, words }) => (
    <TextField {...fieldProps(state)} {...words} maxLength={field.max} {...field.control} />
  ),
  lines: ({ field, state, words }) => (
    <TextAreaField {...fieldProps(state)} {...words} maxLength={field.max} rows={field.control?.rows} />
  ),
  email: ({ field, state, words }) => (
    <TextField {...fieldProps(state)} {...words} type="email" maxLength={field.max} spellCheck={false} />
  ),
  money: ({ state, words }) => <MoneyField {...fieldProps(state)} {...words} />,
  whole: ({ field, state, words }) => <TextField {...fieldProps(state)} {...words} {...field.control} />,
  day: ({ state, words, known }) => (
    <DateField {...fieldProps(state)} {...words} min={known.earliest} max={known.latest} />
  ),
  time: ({ state, words, options }) =>
    options.length > 0 ? (
      <SelectField {...fieldProps(state)} {...words} options={options} />
    ) : (
      <TextField {...fieldProps(state)} {...words} type="time" />
    ),
  tick: ({ state, words }) => <CheckboxField {...checkboxProps(state)} label={words.label} hint={words.hint} />,
  typed: ({ field, state, words }) => <TextField {...fieldProps(state)} {...words} {...field.control} />,
  choice: Choice,
  thing: Choice,
  choices: Choices,
  things: Choices,
}

/** Details that only the page knows: a computed hint, choices from the database, the allowed dates. */
export type Known = {
  hint?: ReactNode
  options?: readonly Option[]
  earliest?: string
  latest?: string
  readOnly?: true
  isRequired?: boolean
  /** Draws the row that begins with this field. */
  row?: (fields: readonly ServerField[]) => ReactNode
}

type FormRowsProps = {
  form: { readonly fields: Readonly<Record<string, Shown>>; readonly rows: readonly Row[] }
  fields: Record<string, ServerField>
  /** Null for a field that this page omits. */
  known?: Readonly<Record<string, Known | null | undefined>>
  rows?: readonly Row[]
  /** The rows belong to a nested box. */
  isInner?: boolean
  /**
   * URL of the form's own action, if it accepts `intent=show`. Without scripts, a button then reloads the form to show
   * the boxes that depend on a choice.
   */
  again?: string
}

export function FormRows({ form, fields, known = {}, rows = form.rows, isInner, again }: FormRowsProps) {
  const opening = new Set(rows.map((row) => ('rows' in row ? row.when?.field : undefined)))
  const control = (name: string) => {
    const field = form.fields[name]
    const state = field && fields[field.name]
    if (!field || !state) return null
    const ofField = known[name] === undefined ? {} : known[name]
    if (ofField === null) return null
    const { hint = field.hint && textOf(field.hint), options, readOnly } = ofField
    const Control = controls[field.kind]
    const words = {
      label: textOf(field.label),
      hint,
      required: ofField.isRequired ?? field.missing !== null,
      ...(readOnly ? { readOnly } : {}),
    }
    const offered = options ?? (field.options ?? []).map(({ value, label }) => ({ value, label: textOf(label) }))
    const drawn = <Control key={name} field={field} state={state} words={words} options={offered} known={ofField} />
    if (again === undefined || !opening.has(name)) return drawn
    return (
      <Fragment key={name}>
        {drawn}
        <OpenBoxes action={`${again}#${state.id}`} />
      </Fragment>
    )
  }
  return rows.map((row) => {
    if (!('rows' in row)) {
      const drawn = known[row[0] ?? '']?.row
      if (drawn) return drawn(row.flatMap((name) => fields[form.fields[name]?.name ?? ''] ?? []))
      if (row.length === 1) return row.map(control)
      return (
        <div key={row[0]} className="cols">
          {row.map(control)}
        </div>
      )
    }
    const { when, title, hint } = row
    const rest = { form, fields, known, rows: row.rows, ...(again === undefined ? {} : { again }) }
    return (
      <SometimesHidden
        key={textOf(title)}
        when={when && { ...when, state: fields[form.fields[when.field]?.name ?? ''] }}
      >
        <legend>{isInner ? <span className="soft">{textOf(title)}</span> : <h2>{textOf(title)}</h2>}</legend>
        {hint ? <p className="soft small">{textOf(hint)}</p> : null}
        <FormRows {...rest} isInner />
      </SometimesHidden>
    )
  })
}

type SometimesHiddenProps = {
  when: { state: ServerField | undefined; is: string | boolean } | undefined
  children: ReactNode
}

/**
 * Button that reloads the form without validating or saving it. Only a document without scripts needs it: scripts show
 * the boxes themselves. Once they run, the button becomes invisible but keeps its space, so that nothing moves.
 */
function OpenBoxes({ action }: { action: string }) {
  const isHydrated = useHydrated()
  const [cameWithDocument] = useState(!isHydrated)
  return cameWithDocument ? (
    <p className={isHydrated ? 'room-only' : undefined}>
      {/* While the button is invisible, pressing Enter in a field must not trigger it. */}
      <Button
        type={isHydrated ? 'button' : 'submit'}
        variant="secondary"
        name="intent"
        value="show"
        formAction={action}
      >
        {m.shared_continue()}
      </Button>
    </p>
  ) : null
}

/**
 * Hides a box while it does not apply. The server decides by the last submitted choice; scripts decide again after each
 * change.
 */
function SometimesHidden({ when, children }: SometimesHiddenProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const [name, is, initial] = [when?.state?.name, when?.is, when?.state?.initialValue ?? '']
  const isFirstHidden = is !== undefined && (typeof is === 'boolean' ? (initial === 'on') !== is : initial !== is)
  const [isHidden, setHidden] = useState(isFirstHidden)
  useEffect(() => {
    const form = box.current?.form
    if (name === undefined || !form) return
    setHidden(isFirstHidden)
    const look = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === name) setHidden(target.checked !== is)
      if (target instanceof HTMLSelectElement && target.name === name) setHidden(target.value !== is)
    }
    form.addEventListener('change', look)
    return () => form.removeEventListener('change', look)
  }, [name, is, isFirstHidden])
  return (
    <fieldset ref={box} hidden={isHidden}>
      {children}
    </fieldset>
  )
}
