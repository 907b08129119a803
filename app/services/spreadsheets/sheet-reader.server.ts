import { parentPort, workerData } from 'node:worker_threads'
import { parseSpreadsheet } from './parse-spreadsheet.server'
import { type Sheet, SheetTrouble, type SheetTroubleCode } from './port'

/** What the thread answers: the file as rows, or why it cannot be read. */
export type SheetAnswer = { sheet: Sheet } | { trouble: SheetTroubleCode }

/** The program of a thread that reads one file, given as its data, and ends. */
async function readGivenFile(): Promise<SheetAnswer> {
  try {
    return { sheet: await parseSpreadsheet(workerData) }
  } catch (error) {
    if (error instanceof SheetTrouble) return { trouble: error.code }
    throw error
  }
}

parentPort?.postMessage(await readGivenFile())
