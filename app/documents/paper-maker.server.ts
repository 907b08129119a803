import { answerAsThread } from '~/services/threads/answer-as-thread.server'
import { papers } from './papers.server'

/** What the thread is given: which paper, and what its function takes. */
export type PaperForThread = { paper: keyof typeof papers; given: unknown[] }

/* The program of the thread that lays papers out. The fonts are parsed once for its life. */
answerAsThread(
  ({ paper, given }: PaperForThread): Promise<Uint8Array> => Reflect.apply(papers[paper], undefined, given),
)
