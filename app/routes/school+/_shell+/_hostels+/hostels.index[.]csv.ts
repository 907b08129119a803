import { hostels } from '~/models/hostels/hostels.server'
import { fileLoader } from '~/office/list.server'
import { list } from './hostels.index'

/** The filtered list of hostels for a spreadsheet. */
export const loader = fileLoader(list, hostels.list)
