import { askerGone } from '~/services/threads/asker.server'
import { ThreadedProgram } from '~/services/threads/threaded-program.server'
import type { PaperForThread } from './paper-maker.server'
import type { papers } from './papers.server'

type Papers = typeof papers

/** Twice what the largest file of all, letters to a hundred families, takes. One thread for all papers of the process, since each would parse the fonts. */
const maker = new ThreadedProgram<PaperForThread, Uint8Array>('paper-maker.js', {
  heapMegabytes: 256,
  stays: true,
  maxWaiting: 40,
})

/** A section's report cards take some 2 s. */
const seconds = 60

/**
 * A paper as PDF, made beside the web server's own thread, whatever its number of pages. Who has gone gives up the place in the queue.
 * @param given what the paper's function takes: plain data
 * @throws ThreadTrouble, of which `too-many` and `too-slow` pass by themselves
 */
export function makePaper<Paper extends keyof Papers>(
  paper: Paper,
  given: Parameters<Papers[Paper]>,
): Promise<Uint8Array> {
  return maker.ask({ paper, given }, { seconds, signal: askerGone() })
}
