import { listConcessions } from '~/models/fees/concession-queries.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of concessions for a spreadsheet; amounts in rupees. */
export const loader = fileLoader(list, listConcessions)
