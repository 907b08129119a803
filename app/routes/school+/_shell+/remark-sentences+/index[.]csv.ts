import { remarks } from '~/models/report-cards/remarks.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The sentences for a spreadsheet. */
export const loader = fileLoader(list, remarks.list)
