import { serveRequests } from '~/services/programs/answer-questions.server'
import { writeXlsx } from './write-xlsx.server'

export type WorkbookToWrite = Parameters<typeof writeXlsx>[0]

serveRequests((sheets: WorkbookToWrite): Promise<Uint8Array> => writeXlsx(sheets))
