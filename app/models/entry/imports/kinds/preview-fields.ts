import { formatDay } from '~/models/core/shared/calendar'
import type { PlannedValue } from '../preview'
import type { FieldRule } from './field-rule'
import type { RowValues } from './port'

/** Shown for an empty value. */
export const nothing = 'nothing'

/** Columns of the file for the parts of a name. A full name is shown beside the last name only. */
export const nameSources = {
  first_name: { from: ['first_name', 'middle_name'], otherwise: [] },
  last_name: { from: ['last_name'], otherwise: ['full_name', 'surname_first'] },
} satisfies Record<string, Pick<PlannedValue, 'from' | 'otherwise'>>

interface StoredRecord {
  /** Stored values; null for a new record. */
  before: Readonly<Record<string, string | number | null>> | null
  /** Keys of the values that the row changes. */
  changes: readonly string[]
}

/**
 * Values of a row whose columns are the fields of a record. `sources`: the file columns of a field that may be read
 * from other columns, such as a last name from the full name.
 */
export function previewFields(
  rules: readonly FieldRule[],
  values: RowValues,
  { before, changes }: StoredRecord,
  sources: Readonly<Partial<Record<string, Pick<PlannedValue, 'from' | 'otherwise'>>>> = {},
): PlannedValue[] {
  return rules.flatMap(({ spec: { key, label, secret }, decides }): PlannedValue[] => {
    const value = values[key]
    if (value === undefined || secret) return []
    const isDay = decides?.kind === 'day'
    const source = sources[key] ?? { from: [key] }
    const planned = { label, text: shown(value, isDay), ...source }
    return [before !== null && changes.includes(key) ? { ...planned, before: shown(before[key], isDay) } : planned]
  })
}

function shown(stored: string | number | null | undefined, isDay: boolean): string {
  const text = String(stored ?? '')
  if (text === '') return nothing
  return isDay ? formatDay(text, 'en') : text
}
