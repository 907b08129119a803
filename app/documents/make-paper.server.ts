import { clientGoneSignal, turnOfAccount } from '~/services/programs/asker.server'
import type { QueueOwner } from '~/services/programs/fair-queue'
import { SideProgram } from '~/services/programs/side-program.server'
import type { PaperToMake } from './paper-maker.server'
import type { papers } from './papers.server'

type Papers = typeof papers

/**
 * Heap limit: twice what the largest file needs (letters to a hundred families). Queue limits: forty papers in all, two
 * per account, five per school.
 */
const terms = { heapMegabytes: 256, stays: true, max: 40, maxOfOwner: 2, maxOfGroup: 5 }

/** Program for papers of a whole class, and for other papers with many pages. */
const maker = new SideProgram<PaperToMake, Uint8Array>('paper-maker.js', terms)

/**
 * Separate program for counter papers, so that a receipt never waits for class papers. It has no limit per school,
 * because a school has many counters.
 */
const counterMaker = new SideProgram<PaperToMake, Uint8Array>('paper-maker.js', {
  ...terms,
  maxOfGroup: undefined,
  isShort: true,
})

/** Papers of one page, needed at the counter. */
const ofTheCounter: readonly (keyof Papers)[] = ['fee-receipt', 'counter-receipt', 'invoice', 'certificate']

/** Timeout in seconds; a section's report cards take some 2 s. */
const seconds = 60

/**
 * Makes a paper as PDF in another process, for any number of pages. Accounts take turns, and a single
 * receipt does not wait for class papers. A client that disconnects loses its position in the queue.
 * @param parameters arguments of the paper's function: plain data
 * @param turn owner of the paper in the queue; by default the signed-in account
 * @throws ProgramTrouble; a retry may succeed after `too-many`, `own-share`, `too-slow` and `not-started`
 */
export function makePaper<Paper extends keyof Papers>(
  paper: Paper,
  parameters: Parameters<Papers[Paper]>,
  turn: QueueOwner = turnOfAccount(),
): Promise<Uint8Array> {
  const program = ofTheCounter.includes(paper) ? counterMaker : maker
  return program.ask({ paper, given: parameters }, { seconds, signal: clientGoneSignal(), turn })
}
