import { serveRequests } from '~/services/programs/answer-questions.server'
import { writeXlsx } from './write-xlsx.server'

/** Request to the program: the sheets of a workbook. */
export type WorkbookToWrite = Parameters<typeof writeXlsx>[0]

/* Program that writes large workbooks. */
serveRequests((sheets: WorkbookToWrite): Promise<Uint8Array> => writeXlsx(sheets))
