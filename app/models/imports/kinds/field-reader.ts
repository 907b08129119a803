import type { Read } from '../cells'
import type { ColumnSpec } from '../columns'
import type { Problem, RowValues } from './port'

/** What the forms' schemas offer: a field by itself. */
interface FieldSchema {
  safeParse: (
    value: unknown,
  ) => { success: true; data: unknown } | { success: false; error: { issues: Array<{ message: string }> } }
}

export interface FieldRule {
  spec: ColumnSpec
  /** Undoes what spreadsheets do to such a text. */
  read?: (text: string, today: string) => Read
  /** The form's own rule, so that file and form say the same. */
  schema?: FieldSchema
}

/** Reads each text of a row by the rule of its column; a blank one is absent, never wrong. */
export function readFields(
  rules: readonly FieldRule[],
  texts: RowValues,
  today: string,
): { values: RowValues; problems: Problem[] } {
  const values: RowValues = {}
  const problems: Problem[] = []
  for (const { spec, read, schema } of rules) {
    const typed = texts[spec.key]
    if (typed === undefined || typed === '') continue
    const told: Read = read ? read(typed, today) : { ok: true, text: typed }
    if (!told.ok) {
      problems.push({ column: spec.label, message: told.problem })
      continue
    }
    const checked = schema?.safeParse(told.text)
    if (checked && !checked.success) {
      problems.push({ column: spec.label, message: checked.error.issues[0]?.message ?? 'This is not valid' })
      continue
    }
    const text = typeof checked?.data === 'string' ? checked.data : told.text
    if (text !== '') values[spec.key] = text
  }
  return { values, problems }
}

/** What the form says about a field that was left out. */
export function missingMessage(schema: FieldSchema | undefined, label: string): string {
  const checked = schema?.safeParse(undefined)
  return checked && !checked.success ? (checked.error.issues[0]?.message ?? '') : `${label} is required`
}
