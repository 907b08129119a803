import { answerAsThread } from '~/services/threads/answer-as-thread.server'
import { parseSpreadsheet } from './parse-spreadsheet.server'
import { type Sheet, SheetTrouble, type SheetTroubleCode } from './port'

/** What the thread is given: a file, and which sheet of a workbook. */
export type FileForThread = { bytes: Uint8Array; sheet: number }

/** What the thread answers: the file as rows, or why it cannot be read. */
export type SheetAnswer = { sheet: Sheet } | { trouble: SheetTroubleCode }

/* The program of a thread that reads one file. */
answerAsThread(async ({ bytes, sheet }: FileForThread): Promise<SheetAnswer> => {
  try {
    return { sheet: await parseSpreadsheet(bytes, sheet) }
  } catch (error) {
    if (error instanceof SheetTrouble) return { trouble: error.code }
    throw error
  }
})
