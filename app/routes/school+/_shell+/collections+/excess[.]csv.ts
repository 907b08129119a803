import { fileLoader } from '~/office/list.server'
import { list, listExcess } from './excess.index'

/** Payments with excess for a spreadsheet. */
export const loader = fileLoader(list, listExcess)
