import { askerGone, turnOfAccount } from '~/services/programs/asker.server'
import { SideProgram } from '~/services/programs/side-program.server'
import type { WorkbookToWrite } from './sheet-writer.server'

/** A workbook of 100,000 cells takes 1.5 s and some 60 MB. An account has one waiting, a school two. */
const writer = new SideProgram<WorkbookToWrite, Uint8Array>('sheet-writer.js', {
  heapMegabytes: 256,
  most: 20,
  mostOfOwner: 1,
  mostOfGroup: 2,
})

/**
 * The same as `writeXlsx`, written beside the process, one workbook at a time, accounts in turns: it would keep everybody else waiting.
 * @throws ProgramTrouble
 */
export function writeLargeXlsx(sheets: WorkbookToWrite): Promise<Uint8Array> {
  return writer.ask(sheets, { seconds: 60, signal: askerGone(), turn: turnOfAccount() })
}
