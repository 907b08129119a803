import { fares } from '~/models/transport/fares.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of fares for a spreadsheet. */
export const loader = fileLoader(list, fares.list)
