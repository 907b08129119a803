import { type ColumnReading, columnLetter, type SheetColumn } from '../columns'
import { isWideColumnKey } from '../wide-columns'

/** A question about a column that was not understood; it blocks the import until the user answers it. */
export interface ColumnQuestion {
  id: string
  sentence: string
  /** Possible fields, the most likely first. */
  options: Array<{ value: string; label: string }>
}

/** Value of the select for a column whose heading names a fee or month. */
export const wideColumnValue = 'fee'
/** Value of the select for a column that the user leaves out; an empty value does not answer the question. */
export const ignoredValue = 'ignore'

/** Value of the select for a column read as this field; the same value for all columns of a wide sheet. */
export const valueOfKey = (key: string) => (isWideColumnKey(key) ? wideColumnValue : key)

/** Heading of a column as pages show it: `C: Name`. */
export const headingText = ({ index, heading }: SheetColumn) => `${columnLetter(index)}: ${heading || '(no heading)'}`

/** The question about a column, or null if it is clear. */
export function questionOf(column: SheetColumn, labelOf: (key: string) => string): ColumnQuestion | null {
  const { reading } = column
  if (reading?.confidence !== 'unsure') return null
  const options = reading.keys.map((key) => ({ value: valueOfKey(key), label: labelOf(key) }))
  return { id: `column:${column.index}`, sentence: sentenceOf(reading, listOf(options)), options }
}

function sentenceOf({ doubt }: ColumnReading, fields: string): string {
  switch (doubt) {
    case 'values':
      return `The values do not look like the heading. It may be ${fields}.`
    case 'looks-like':
      return `The heading is unknown. The values look like ${fields}.`
    case 'names-of-dues':
      return `The values are names of dues in this school. It may be ${fields}.`
    case 'names-of-fees':
      return `The heading is unknown. The values look like names of fees. It may be ${fields}.`
    case 'repeated':
      return `Two columns have this heading, with different values. One may be ${fields}.`
    case 'name-order':
      return `The last name seems to come first in these names. It may be ${fields}.`
    case 'any-name-order':
      return `The file does not show which word of these names is the last name. It may be ${fields}.`
    case 'amounts':
      return `Several columns have amounts, and they differ. This one may be ${fields}.`
    default:
      return `In some files this heading means something else. It may be ${fields}.`
  }
}

const maxNamed = 4

function listOf(options: ColumnQuestion['options']): string {
  const labels = options.slice(0, maxNamed).map(({ label }) => label)
  return labels.length > 1 ? `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}` : labels.join('')
}
