import { cellText, SheetTrouble, type SheetTroubleCode } from '~/services/spreadsheets/port'
import { readSpreadsheet } from '~/services/spreadsheets/read-spreadsheet.server'

const words: Record<SheetTroubleCode, string> = {
  empty: 'The file is empty',
  'too-many-rows': 'The file has too many rows for one section',
  'too-many-columns': 'The file has too many columns',
  'too-many-sheets': 'The workbook has too many sheets. Save the sheet you need as a separate file',
  'too-large-inside': 'The file is too large when it is unpacked',
  unreadable: 'This file could not be read',
  'has-password': 'The file has a password. Remove it under File → Info → Protect Workbook',
  'old-excel': 'This Excel file (.xls) is damaged or too old to be read. Save it as .xlsx or CSV',
  'binary-excel':
    'This is a binary Excel workbook (.xlsb), which cannot be read. Open it in Excel, and save it as “Excel Workbook (.xlsx)”',
  'not-a-spreadsheet': 'This is not a CSV, Excel (.xlsx, .xls) or OpenDocument (.ods) file, or it is damaged',
  busy: 'The server is busy at the moment. Send this file again in a minute',
}

/** Maximum lines of a file, more than any section has students. */
const maxLines = 2_000

/** Timeout in seconds; a file of `maxLines` lines needs less than one. */
const maxReadingSeconds = 5

/** Reads a CSV or Excel file of marks as rows of text, or returns an error message. */
export async function readMarksSheet(
  bytes: Uint8Array,
): Promise<{ ok: true; rows: string[][] } | { ok: false; problem: string }> {
  try {
    const { rows } = await readSpreadsheet(bytes, { seconds: maxReadingSeconds, includesHiddenRows: true })
    if (rows.length === 0) return { ok: false, problem: words.empty }
    return rows.length > maxLines
      ? { ok: false, problem: words['too-many-rows'] }
      : { ok: true, rows: rows.map((row) => row.map(cellText)) }
  } catch (error) {
    if (error instanceof SheetTrouble) return { ok: false, problem: words[error.code] }
    throw error
  }
}
