import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { ColumnChoice, ColumnSpec, SheetColumn } from '~/models/entry/imports/columns'
import type { Question } from '~/models/entry/imports/decide/port'
import { type ImportRecord, settingsOf } from '~/models/entry/imports/import-record.server'
import { readWords, type ValueMeaning } from '~/models/entry/imports/import-words.server'
import { kindOfImport } from '~/models/entry/imports/kinds/registry.server'
import {
  headingText,
  ignoredValue,
  questionOf,
  valueOfKey,
  wideColumnValue,
} from '~/models/entry/imports/match/column-questions'
import { countProblems, unknownValues } from '~/models/entry/imports/queries.server'
import { answerForAll } from '~/models/entry/imports/rows-of-sheet'
import { looseKey } from '~/models/entry/imports/values/cells'
import { separatorOfValue } from '~/models/entry/imports/values/separators'
import { wideColumnKey } from '~/models/entry/imports/wide-columns'
import { readAnswers } from './__value-questions.server'

type FileValue = { name: string; spec: ColumnSpec; value: string; rows: number; meaning: string }
type Option = { value: string; label: string }

/** Values of the file that are not valid choices, and values known from earlier files with their meaning. */
export async function valuesOf(scope: SchoolScope, record: ImportRecord): Promise<FileValue[]> {
  const { columns } = kindOfImport(record.kind)
  const { values: told } = await readWords(scope, record.kind)
  const valuesByName = new Map<string, FileValue>()
  const add = (spec: ColumnSpec, value: string, rows: number, meaning: string) => {
    const name = `value_${spec.key}_${looseKey(value)}`
    if (looseKey(value) !== '')
      valuesByName.set(name, { name, spec, value, rows: rows + (valuesByName.get(name)?.rows ?? 0), meaning })
  }
  const problems = record.counts.rejected > 0 ? await countProblems(scope, record.id) : []
  for (const { spec, value, rows } of unknownValues(columns, problems)) add(spec, value, rows, '')
  for (const spec of columns.filter(({ key }) => key in (record.chosen ?? {})))
    for (const [word, meaning] of told.get(spec.key) ?? []) if (meaning !== '') add(spec, word, 0, meaning)
  return [...valuesByName.values()]
}

/** Fields that a user may choose for a column. */
function fieldOptions({ kind }: Pick<ImportRecord, 'kind'>): Option[] {
  const { columns } = kindOfImport(kind)
  return [
    ...columns.filter(({ wide }) => !wide).map(({ key, label }) => ({ value: key, label })),
    ...columns.flatMap(({ wide }) => (wide ? [{ value: wideColumnValue, label: wide.label }] : [])),
  ]
}

/** Columns of the file with their fields. An unclear column has its question, and its likely fields come first. */
export function columnChoices(record: ImportRecord) {
  const fields = fieldOptions(record)
  const labelOf = (key: string) => fields.find(({ value }) => value === valueOfKey(key))?.label ?? key
  const keyOf = keysOf(record.chosen ?? {})
  return record.columns.map((column) => {
    const { index, samples, reading } = column
    const question = questionOf(column, labelOf)
    const likely = question?.options ?? []
    const others = fields.filter(({ value }) => likely.every((one) => one.value !== value))
    const key = keyOf.get(index)
    return {
      name: `column_${index}`,
      heading: headingText(column),
      samples,
      chosen: key === undefined ? '' : valueOfKey(key),
      confidence: reading?.confidence ?? null,
      question: question?.sentence ?? null,
      options: question ? [...likely, { value: ignoredValue, label: 'None of these: ignore it' }, ...others] : fields,
    }
  })
}

const maxTextForAll = 200
const nameForAll = (key: string) => `all_${key}`

/** Columns that the file lacks and that may have one value for all rows, with the value that the user has entered. */
export function fieldsForAll({ kind, state, chosen, answers }: ImportRecord) {
  const missing = kindOfImport(kind).columns.filter(({ key, sameForAll }) => sameForAll && !(key in (chosen ?? {})))
  const fields = missing.map(({ key, label, allowed = '', choices }) => ({
    name: nameForAll(key),
    label,
    hint: choices ? '' : allowed,
    options: choices?.map((choice) => ({ value: choice, label: choice })) ?? null,
    value: answers[answerForAll(key)] ?? '',
  }))
  const isAsked = state === 'columns' && missing.some(({ needed }) => needed !== undefined)
  return { fields, isOpen: isAsked || fields.some(({ value }) => value !== '') }
}

const isOtherText = (text: string | undefined, earlier = '') => text !== undefined && text !== earlier

/** Reads the values that apply to all rows, each by the rule of its column. An empty one removes the earlier value. */
function readForAll(form: FormData, record: ImportRecord, choice: ColumnChoice) {
  const kind = kindOfImport(record.kind)
  const errors: Record<string, string[]> = {}
  const answers: Record<string, string> = {}
  for (const { key, label, sameForAll } of kind.columns) {
    const name = nameForAll(key)
    if (!sameForAll || !form.has(name)) continue
    const text = String(form.get(name)).trim()
    const { problems } = kind.reader(settingsOf(record).today)({ [key]: text })
    const problem = problems.find(({ column }) => column === label)
    if (text !== '' && key in choice) errors[name] = ['A column of the file has these values. Leave this field empty']
    else if (text.length > maxTextForAll) errors[name] = [`Use at most ${maxTextForAll} characters`]
    else if (problem) errors[name] = [problem.message]
    else answers[answerForAll(key)] = text
  }
  return { answers, errors }
}

const keysOf = (choice: ColumnChoice) => new Map(Object.entries(choice).map(([key, index]) => [index, key]))

/**
 * Reads the fields of columns, the meanings of values, the values that apply to all rows, and the sheet. The form has
 * all columns of the file (`column_3`), or with `part` only the unclear ones, and a choice for each missing field
 * (`for_mobile_number`); the other columns keep their fields. When the user gives a column the field of another one,
 * that other column loses it, which `lost` reports. `kept` is the input to show again with `errors`.
 */
export function readColumnsForm(form: FormData, record: ImportRecord, fileValues: readonly FileValue[]) {
  const text = (name: string) => String(form.get(name) ?? '')
  const submittedValues = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  const specs = kindOfImport(record.kind).columns
  const columns = chosenColumns(text, record, { specs, isPart: form.has('part') })
  const { errors } = columns
  const values = fileValues.flatMap(({ name, spec, value }): ValueMeaning[] => {
    const meaning = text(name)
    if (!form.has(name)) return []
    if (meaning !== '' && !spec.choices?.includes(meaning)) errors[name] = ['Select a valid value']
    return [{ columnKey: spec.key, value, meaning }]
  })
  const sheet = Number(/^\d{1,3}$/.exec(text('sheet'))?.[0] ?? record.sheet)
  if (sheet !== record.sheet && !(sheet in record.sheets)) errors.sheet = ['Select a valid sheet']
  const separator = form.has('separator') ? separatorOfValue(text('separator')) : undefined
  const isOtherSeparator = separator !== undefined && separator !== (record.answers.separator ?? '')
  const isOtherSheet = sheet !== record.sheet || isOtherSeparator
  // Errors about columns do not apply to another sheet or separator, which has its own columns.
  if (isOtherSheet) for (const name of Object.keys(errors)) if (name.startsWith('column_')) delete errors[name]
  if (Object.keys(columns.choice).length === 0 && Object.keys(errors).length === 0 && !isOtherSheet)
    errors[''] = ['Choose what at least one column contains']
  const entered = readForAll(isOtherSheet ? new FormData() : form, record, columns.choice)
  Object.assign(errors, entered.errors)
  // True for a question that the form has shown and that still applies. The form for unclear columns shows none; after
  // a change of a column or of a value for all rows, the next check asks new questions.
  const isAsked = ({ column }: Question) =>
    !form.has('part') &&
    !isOtherSheet &&
    columns.choice[column] === record.chosen?.[column] &&
    !isOtherText(entered.answers[answerForAll(column)], record.answers[answerForAll(column)])
  const { answers, errors: unanswered } = readAnswers(form, record.questions.filter(isAsked))
  Object.assign(errors, unanswered)
  return {
    chosen: columns.choice,
    kept: submittedValues,
    errors,
    values,
    answers: { ...answers, ...entered.answers },
    sheet,
    separator,
    lost: isOtherSheet ? [] : columns.lost,
  }
}

/** Reads the fields of the columns. A field chosen for two columns goes to the column that the user has changed. */
function chosenColumns(
  text: (name: string) => string,
  record: ImportRecord,
  { specs, isPart }: { specs: readonly ColumnSpec[]; isPart: boolean },
) {
  const errors: Record<string, string[]> = {}
  const previous = keysOf(record.chosen ?? {})
  const keys = new Map<number, string>()
  const changed = new Set<number>()
  const allowed = new Set(fieldOptions(record).map(({ value }) => value))
  for (const { index, reading } of record.columns) {
    const name = `column_${index}`
    const isUnclear = reading?.confidence === 'unsure'
    const isAsked = !isPart || isUnclear
    const value = isAsked ? text(name) : valueOfKey(previous.get(index) ?? '')
    const key = value === wideColumnValue ? wideColumnKey(index) : value === ignoredValue ? '' : value
    if (value === '' && isUnclear && !isNamed(text, specs, index))
      errors[name] = ['Select what this column contains, or ignore it']
    else if (key !== '' && !allowed.has(value)) errors[name] = ['Select a valid column']
    if (key !== '') keys.set(index, key)
    if (key !== (previous.get(index) ?? '')) changed.add(index)
  }
  for (const { key } of specs) {
    const answer = text(`for_${key}`)
    if (answer === '') continue
    const column = record.columns.find(({ index }) => String(index) === answer)
    if (!column) errors[`for_${key}`] = ['Select a valid column']
    else if (changed.has(column.index)) errors[`for_${key}`] = ['Choose this column for one thing only']
    else {
      keys.set(column.index, key)
      changed.add(column.index)
    }
  }
  const choice: ColumnChoice = {}
  for (const [index, key] of keys) {
    const other = choice[key]
    if (other === undefined || (changed.has(index) && !changed.has(other))) choice[key] = index
    else if (changed.has(index)) errors[`column_${index}`] = ['Another column is already set to this']
  }
  return { choice, errors, lost: lostFields(record, { previous, choice, specs }) }
}

/** Returns true when the user has chosen this column for a missing field. */
const isNamed = (text: (name: string) => string, specs: readonly ColumnSpec[], index: number) =>
  specs.some(({ key }) => text(`for_${key}`) === String(index))

/** Sentences about columns that lose their field to another column. */
function lostFields(
  { columns }: ImportRecord,
  {
    previous,
    choice,
    specs,
  }: { previous: ReadonlyMap<number, string>; choice: ColumnChoice; specs: readonly ColumnSpec[] },
): string[] {
  const nameOf = (index: number) => columns.find((column: SheetColumn) => column.index === index)?.heading ?? ''
  const labelOf = (key: string) => specs.find((spec) => spec.key === key)?.label ?? key
  const used = new Set(Object.values(choice))
  return [...previous].flatMap(([index, key]) => {
    const now = choice[key]
    const nowFor = keysOf(choice).get(index)
    if (now !== undefined && now !== index && !used.has(index))
      return [`“${nameOf(now)}” is now ${labelOf(key)}, and “${nameOf(index)}” is ignored.`]
    if (now === undefined && nowFor !== undefined)
      return [`“${nameOf(index)}” is now ${labelOf(nowFor)}, and no column is ${labelOf(key)}.`]
    return []
  })
}
