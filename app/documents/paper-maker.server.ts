import { answerQuestions } from '~/services/programs/answer-questions.server'
import { papers } from './papers.server'

/** What the program is given: which paper, and what its function takes. */
export type PaperToMake = { paper: keyof typeof papers; given: unknown[] }

/* The program that lays papers out. The fonts are parsed once for its life. */
answerQuestions(({ paper, given }: PaperToMake): Promise<Uint8Array> => Reflect.apply(papers[paper], undefined, given))
