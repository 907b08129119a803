import { listSchemes } from '~/models/report-cards/schemes.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of schemes for a spreadsheet. */
export const loader = fileLoader(list, listSchemes)
