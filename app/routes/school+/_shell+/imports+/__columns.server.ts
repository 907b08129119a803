import type { SchoolScope } from '~/models/core/shared/scope.server'
import { looseKey } from '~/models/entry/imports/cells'
import type { ColumnChoice, ColumnSpec } from '~/models/entry/imports/columns'
import type { Question } from '~/models/entry/imports/decide/port'
import type { ImportRecord } from '~/models/entry/imports/import-record.server'
import { readWords, type ValueMeaning } from '~/models/entry/imports/import-words.server'
import { kindOfImport } from '~/models/entry/imports/kinds/registry.server'
import { countProblems, unknownValues } from '~/models/entry/imports/queries.server'
import { readAnswers } from './__value-questions.server'

type FileValue = { name: string; spec: ColumnSpec; value: string; rows: number; meaning: string }

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

/**
 * Reads the choices for columns, values and the sheet. The columns are all columns of the file (`column_3`), or only
 * the missing ones (`for_mobile_number`; the others stay). `kept` is the input to show again with `errors`.
 */
export function readColumnsForm(form: FormData, record: ImportRecord, fileValues: readonly FileValue[]) {
  const text = (name: string) => String(form.get(name) ?? '')
  const submittedValues = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  const errors: Record<string, string[]> = {}
  const columnChoice: ColumnChoice = {}
  const specs = kindOfImport(record.kind).columns
  const missing = specs.filter(({ key }) => text(`for_${key}`) !== '')
  if (missing.length > 0) Object.assign(columnChoice, record.chosen)
  for (const { key } of missing) {
    const column = record.columns.find(({ index }) => String(index) === text(`for_${key}`))
    const isTaken = Object.values(columnChoice).includes(column?.index ?? -1)
    if (!column) errors[''] = ['Select a valid column']
    else if (isTaken) errors[`column_${column.index}`] = ['Choose this column for one thing only']
    else columnChoice[key] = column.index
  }
  const all = missing.length > 0 ? [] : record.columns
  for (const { index } of all) {
    const name = `column_${index}`
    const key = text(name)
    if (key === '') continue
    if (!specs.some((spec) => spec.key === key)) errors[name] = ['Select a valid column']
    else if (key in columnChoice) errors[name] = ['Another column is already set to this']
    else columnChoice[key] = index
  }
  const values = fileValues.flatMap(({ name, spec, value }): ValueMeaning[] => {
    const meaning = text(name)
    if (!form.has(name)) return []
    if (meaning !== '' && !spec.choices?.includes(meaning)) errors[name] = ['Select a valid value']
    return [{ columnKey: spec.key, value, meaning }]
  })
  const sheet = Number(/^\d{1,3}$/.exec(text('sheet'))?.[0] ?? record.sheet)
  if (sheet !== record.sheet && !(sheet in record.sheets)) errors.sheet = ['Select a valid sheet']
  if (Object.keys(columnChoice).length === 0 && Object.keys(errors).length === 0 && sheet === record.sheet)
    errors[''] = ['Choose what at least one column contains']
  // The form for missing columns has no questions, and another column has its own.
  const isAsked = ({ column }: Question) =>
    missing.length === 0 && sheet === record.sheet && columnChoice[column] === record.chosen?.[column]
  const { answers, errors: unanswered } = readAnswers(form, record.questions.filter(isAsked))
  Object.assign(errors, unanswered)
  return { chosen: columnChoice, kept: submittedValues, errors, values, sheet, answers }
}
