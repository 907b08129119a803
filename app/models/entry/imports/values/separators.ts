import { type Separator, separators } from '~/services/spreadsheets/port'
import type { ImportRecord } from '../import-record.server'

const words: Record<Separator, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' }

/**
 * Choice of the separator for a file without sheets; null for a workbook. The value is the position in `separators`,
 * because a form cannot send a tab.
 */
export function separatorChoice({ sheets, answers }: Pick<ImportRecord, 'sheets' | 'answers'>) {
  if (sheets.length > 0) return null
  const options = separators.map((separator, index) => ({ value: String(index), label: words[separator] }))
  const chosen = separators.indexOf(answers.separator as Separator)
  return { options, chosen: chosen < 0 ? '' : String(chosen) }
}

/** Separator of a chosen value; empty if the reader should find it. */
export function separatorOfValue(value: string): Separator | '' {
  return separators.find((_, index) => String(index) === value) ?? ''
}
