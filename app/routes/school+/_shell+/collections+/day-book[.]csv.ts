import { listDayBook } from '~/models/ledger/day-book.server'
import { fileLoader } from '~/office/list.server'
import { list } from './day-book'

/** The day book for a spreadsheet. */
export const loader = fileLoader(list, listDayBook)
