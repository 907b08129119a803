import { serveRequests } from '~/services/programs/answer-questions.server'
import { parseSpreadsheet } from './parse-spreadsheet.server'
import { type ReadingChoices, type Sheet, SheetTrouble, type SheetTroubleCode } from './port'

/** Request to the program: a file, and how to read it. */
export type FileToRead = { bytes: Uint8Array; choices: ReadingChoices }

export type SheetAnswer = { sheet: Sheet } | { trouble: SheetTroubleCode }

serveRequests(async ({ bytes, choices }: FileToRead): Promise<SheetAnswer> => {
  try {
    return { sheet: await parseSpreadsheet(bytes, choices) }
  } catch (error) {
    if (error instanceof SheetTrouble) return { trouble: error.code }
    throw error
  }
})
