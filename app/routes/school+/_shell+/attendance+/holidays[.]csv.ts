import { holidays } from '~/models/attendance/holidays.server'
import { fileLoader } from '~/office/list.server'
import { list } from './holidays.index'

/** The holidays for a spreadsheet. */
export const loader = fileLoader(list, holidays.list)
