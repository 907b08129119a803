import { listDayBook } from '~/models/ledger/day-book.server'
import { fileLoader } from '~/office/list.server'
import { list } from './day-book'

export const loader = fileLoader(list, listDayBook)
