import { listHostels } from '~/models/hostels/office-hostels.server'
import { fileLoader } from '~/office/list.server'
import { list } from './hostels.index'

/** The filtered list of hostels for a spreadsheet. */
export const loader = fileLoader({ list, may: 'hostels:view', read: listHostels })
