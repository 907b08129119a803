import { answerQuestions } from '~/services/programs/answer-questions.server'
import { parseSpreadsheet } from './parse-spreadsheet.server'
import { type Sheet, SheetTrouble, type SheetTroubleCode } from './port'

/** What the program is given: a file, and which sheet of a workbook. */
export type FileToRead = { bytes: Uint8Array; sheet: number }

/** What the program answers: the file as rows, or why it cannot be read. */
export type SheetAnswer = { sheet: Sheet } | { trouble: SheetTroubleCode }

/* The program that reads one file. */
answerQuestions(async ({ bytes, sheet }: FileToRead): Promise<SheetAnswer> => {
  try {
    return { sheet: await parseSpreadsheet(bytes, sheet) }
  } catch (error) {
    if (error instanceof SheetTrouble) return { trouble: error.code }
    throw error
  }
})
