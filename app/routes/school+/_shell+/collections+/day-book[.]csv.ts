import { fileLoader } from '~/kit/pages/list.server'
import { listDayBook } from '~/models/money/ledger/books/day-book.server'
import { list } from './day-book'

export const loader = fileLoader(list, listDayBook)
