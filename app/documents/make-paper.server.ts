import { askerGone, turnOfAccount } from '~/services/programs/asker.server'
import { SideProgram } from '~/services/programs/side-program.server'
import type { PaperToMake } from './paper-maker.server'
import type { papers } from './papers.server'

type Papers = typeof papers

/** Twice what the largest file of all, letters to a hundred families, takes. Of those who wait, an account has two and a school five. */
const terms = { heapMegabytes: 256, stays: true, most: 40, mostOfOwner: 2, mostOfGroup: 5 }

/** Papers of a whole class, and whatever else may have many pages. */
const maker = new SideProgram<PaperToMake, Uint8Array>('paper-maker.js', terms)

/** A second one, so that a receipt waits for none of them. A school's receipts are as many as its counters. */
const counterMaker = new SideProgram<PaperToMake, Uint8Array>('paper-maker.js', { ...terms, mostOfGroup: undefined })

/** Papers of one page, for which somebody stands at the counter. */
const ofTheCounter: readonly (keyof Papers)[] = ['fee-receipt', 'counter-receipt', 'invoice', 'certificate']

/** A section's report cards take some 2 s. */
const seconds = 60

/**
 * A paper as PDF, made beside the web server, whatever its number of pages; accounts take turns, and a single receipt waits for no papers of a
 * whole class. Who has gone gives up the place in the queue.
 * @param given what the paper's function takes: plain data
 * @throws ProgramTrouble, of which `too-many`, `own-share` and `too-slow` pass by themselves
 */
export function makePaper<Paper extends keyof Papers>(
  paper: Paper,
  given: Parameters<Papers[Paper]>,
): Promise<Uint8Array> {
  const program = ofTheCounter.includes(paper) ? counterMaker : maker
  return program.ask({ paper, given }, { seconds, signal: askerGone(), turn: turnOfAccount() })
}
