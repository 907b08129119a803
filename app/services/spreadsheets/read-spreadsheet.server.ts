import { log, loggable } from '~/services/log.server'
import { askerGone, turnOfAccount } from '~/services/programs/asker.server'
import { ProgramTrouble, SideProgram } from '~/services/programs/side-program.server'
import { type Sheet, SheetTrouble } from './port'
import type { FileToRead, SheetAnswer } from './sheet-reader.server'

/** A file of 10,000 rows of 30 cells, or of 50,000 rows of 6, takes less; what takes more is told to be too large. Accounts take turns. */
const readers = (processes: number) =>
  new SideProgram<FileToRead, SheetAnswer>('sheet-reader.js', { heapMegabytes: 128, most: 20, processes })

/** Two at once, as many as a worker checks at a time: nobody waits for the one hostile file of another. */
const reader = readers(2)
const longReader = readers(1)

/**
 * A CSV or .xlsx file as rows of text, read in a process of its own: whatever its bytes make of the reader, the process goes on, and
 * goes on serving.
 * @param seconds after which a file that is not read yet counts as too large
 * @param sheet which sheet of a workbook, from 0
 * @param takesLong of a file that has had its time before: one such file is read at a time, beside the others
 * @throws SheetTrouble for what is no spreadsheet, holds more than may be read, or has no turn (`busy`)
 */
export async function readSpreadsheet(
  bytes: Uint8Array,
  { seconds, sheet = 0, takesLong = false }: { seconds: number; sheet?: number; takesLong?: boolean },
): Promise<Sheet> {
  const limits = { seconds, signal: askerGone(), turn: turnOfAccount() }
  const answer = await (takesLong ? longReader : reader).ask({ bytes, sheet }, limits).catch((error): SheetAnswer => {
    if (!(error instanceof ProgramTrouble)) throw error
    if (error.code === 'too-slow') throw new SheetTrouble('too-large-inside', { isSlow: true })
    if (error.code === 'too-many' || error.code === 'own-share') return { trouble: 'busy' }
    if (error.code !== 'failed') return { trouble: 'too-large-inside' }
    log().error({ error: loggable(error), bytes: bytes.length }, 'the reader of spreadsheets ended')
    return { trouble: 'unreadable' }
  })
  if ('trouble' in answer) throw new SheetTrouble(answer.trouble)
  return answer.sheet
}
