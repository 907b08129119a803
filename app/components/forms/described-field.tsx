import type { ReactNode } from 'react'
import { checkboxGroupProps, checkboxProps } from '~/components/school/office-form'
import type { Field, FieldKind, Form, Option, Row } from '~/models/shared/fields'
import { CheckboxField } from './checkbox-field'
import { CheckboxGroup } from './checkbox-group'
import { DateField } from './date-field'
import { MoneyField } from './money-field'
import { RadioGroup } from './radio-group'
import { SelectField } from './select-field'
import { TextAreaField } from './text-area-field'
import { TextField } from './text-field'
import { fieldProps, type ServerField } from './use-server-form'

type Controlled = { field: Field; state: ServerField; words: Words; options: readonly Option[]; known: Known }
type Words = { label: string; hint: ReactNode; required: boolean }

/** What each kind of field looks like. */
const controls: Record<FieldKind, (props: Controlled) => ReactNode> = {
  line: ({ field, state, words }) => (
    <TextField {...fieldProps(state)} {...words} maxLength={field.most} {...field.control} />
  ),
  lines: ({ field, state, words }) => (
    <TextAreaField {...fieldProps(state)} {...words} maxLength={field.most} rows={field.control?.rows} />
  ),
  email: ({ field, state, words }) => (
    <TextField {...fieldProps(state)} {...words} type="email" maxLength={field.most} spellCheck={false} />
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
  choice: ({ field, state, words, options }) =>
    field.isHidden ? (
      <input type="hidden" name={state.name} value={fieldProps(state).defaultValue} />
    ) : field.asRadios ? (
      <RadioGroup {...fieldProps(state)} {...words} options={options} />
    ) : (
      <SelectField {...fieldProps(state)} {...words} placeholder={field.isSet ? null : undefined} options={options} />
    ),
  thing: ({ field, state, words, options }) => (
    <SelectField {...fieldProps(state)} {...words} placeholder={field.control?.placeholder} options={options} />
  ),
  choices: ({ state, words, options }) => (
    <CheckboxGroup {...checkboxGroupProps(state)} label={words.label} hint={words.hint} options={options} />
  ),
}

/** What a page knows of a field that its description cannot: a hint that counts, choices from the database, which days are possible. */
export type Known = { hint?: ReactNode; options?: readonly Option[]; earliest?: string; latest?: string }

type FormRowsProps = {
  form: Form
  fields: Record<string, ServerField>
  /** By their names; null for a field that this page leaves out. */
  known?: Readonly<Record<string, Known | null | undefined>>
  rows?: readonly Row[]
}

/** The fields of a described form, as its rows say. */
export function FormRows({ form, fields, known = {}, rows = form.rows }: FormRowsProps) {
  const control = (name: string) => {
    const field = form.fields[name]
    const state = field && fields[field.name]
    if (!field || !state || known[name] === null) return null
    const ofField = known[name] ?? {}
    const { hint = field.hint, options = field.options ?? [] } = ofField
    const Control = controls[field.kind]
    const words = { label: field.label, hint, required: field.missing !== null }
    return <Control key={name} field={field} state={state} words={words} options={options} known={ofField} />
  }
  return rows.map((row) => {
    if (!('rows' in row)) {
      if (row.length === 1) return row.map(control)
      return (
        <div key={row[0]} className="cols">
          {row.map(control)}
        </div>
      )
    }
    return (
      <fieldset key={row.title}>
        <legend>
          <h2>{row.title}</h2>
        </legend>
        {row.hint ? <p className="soft small">{row.hint}</p> : null}
        <FormRows form={form} fields={fields} known={known} rows={row.rows} />
      </fieldset>
    )
  })
}
