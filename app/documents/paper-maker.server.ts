import { serveRequests } from '~/services/programs/answer-questions.server'
import { papers } from './papers.server'

/** Message to the program: the paper's name and its function's arguments. */
export type PaperToMake = { paper: keyof typeof papers; given: unknown[] }

/* Program that lays out papers. Parses the fonts once per process. */
serveRequests(({ paper, given }: PaperToMake): Promise<Uint8Array> => Reflect.apply(papers[paper], undefined, given))
