import { log, loggable } from '~/services/log.server'
import { clientGoneSignal, turnOfAccount } from '~/services/programs/asker.server'
import { ProgramTrouble, SideProgram } from '~/services/programs/side-program.server'
import { type ReadingChoices, type Sheet, SheetTrouble } from './port'
import type { FileToRead, SheetAnswer } from './sheet-reader.server'

/**
 * Reader with limits that fit a file of 10,000 rows of 30 cells, or of 50,000 rows of 6; a file beyond them is reported
 * as too large. Accounts take turns.
 */
const readers = (processes: number) =>
  new SideProgram<FileToRead, SheetAnswer>('sheet-reader.js', { heapMegabytes: 128, max: 20, processes })

/** Two readers, since a worker checks two files at once: one hostile file does not block the others. */
const reader = readers(2)
const longReader = readers(1)

/**
 * Reads a spreadsheet or CSV file into rows of cells in a separate process, so that a hostile file can neither crash
 * nor block this one.
 * @param seconds timeout after which an unread file counts as too large, counted from the moment when the reader is
 * ready
 * @param takesLong set for a file that exceeded its time before: one such file is read at a time, beside the others
 * @throws SheetTrouble for an invalid spreadsheet or too much content; `busy` for a full queue or a reader that did not
 * start
 */
export async function readSpreadsheet(
  bytes: Uint8Array,
  { seconds, takesLong = false, ...choices }: ReadingChoices & { seconds: number; takesLong?: boolean },
): Promise<Sheet> {
  const limits = { seconds, signal: clientGoneSignal(), turn: turnOfAccount() }
  const answer = await (takesLong ? longReader : reader).ask({ bytes, choices }, limits).catch((error): SheetAnswer => {
    if (!(error instanceof ProgramTrouble)) throw error
    if (error.code === 'too-slow') throw new SheetTrouble('too-large-inside', { isSlow: true })
    if (['too-many', 'own-share', 'not-started'].includes(error.code)) return { trouble: 'busy' }
    if (error.code !== 'failed') return { trouble: 'too-large-inside' }
    log().error({ error: loggable(error), bytes: bytes.length }, 'the reader of spreadsheets ended')
    return { trouble: 'unreadable' }
  })
  if ('trouble' in answer) throw new SheetTrouble(answer.trouble)
  return answer.sheet
}
