import { answerQuestions } from '~/services/programs/answer-questions.server'
import { writeXlsx } from './write-xlsx.server'

/** What the program is given: the sheets of a workbook. */
export type WorkbookToWrite = Parameters<typeof writeXlsx>[0]

/* The program that writes large workbooks. */
answerQuestions((sheets: WorkbookToWrite): Promise<Uint8Array> => writeXlsx(sheets))
