import { cleanText } from '~/models/core/shared/clean-text'

const maxCellLength = 2_000

/** Cleans a cell's text, without the apostrophe that makes a spreadsheet treat a number or formula as text. */
export function cleanCell(raw: string): string {
  if (raw === '') return ''
  const text = cleanText(raw.slice(0, maxCellLength))
  return /^['‘’](?=[=+\-@\d])/.test(text) ? text.slice(1).trim() : text
}
