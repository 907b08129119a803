import { clientGoneSignal, turnOfAccount } from '~/services/programs/asker.server'
import { SideProgram } from '~/services/programs/side-program.server'
import type { WorkbookToWrite } from './sheet-writer.server'

/**
 * Writer of large workbooks: 100,000 cells take 1.5 s and some 60 MB. At most one request per account may wait, and two
 * per school.
 */
const writer = new SideProgram<WorkbookToWrite, Uint8Array>('sheet-writer.js', {
  heapMegabytes: 256,
  max: 20,
  maxOfOwner: 1,
  maxOfGroup: 2,
})

/**
 * Runs `writeXlsx` in a separate process, because it would block all other requests; one workbook at a time, accounts
 * in turn.
 * @throws ProgramTrouble
 */
export function writeLargeXlsx(sheets: WorkbookToWrite): Promise<Uint8Array> {
  return writer.ask(sheets, { seconds: 60, signal: clientGoneSignal(), turn: turnOfAccount() })
}
