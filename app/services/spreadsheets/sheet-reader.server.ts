import { serveRequests } from '~/services/programs/answer-questions.server'
import { parseSpreadsheet } from './parse-spreadsheet.server'
import { type Sheet, SheetTrouble, type SheetTroubleCode } from './port'

/** Request to the program: a file, and the index of a sheet. */
export type FileToRead = { bytes: Uint8Array; sheet: number }

export type SheetAnswer = { sheet: Sheet } | { trouble: SheetTroubleCode }

serveRequests(async ({ bytes, sheet }: FileToRead): Promise<SheetAnswer> => {
  try {
    return { sheet: await parseSpreadsheet(bytes, sheet) }
  } catch (error) {
    if (error instanceof SheetTrouble) return { trouble: error.code }
    throw error
  }
})
