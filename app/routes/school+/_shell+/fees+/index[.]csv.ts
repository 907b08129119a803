import { listFees } from '~/models/fees/queries.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of fees for a spreadsheet; amounts in rupees. */
export const loader = fileLoader(list, listFees)
