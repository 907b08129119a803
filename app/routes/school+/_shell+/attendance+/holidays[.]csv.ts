import { holidays } from '~/models/attendance/holidays.server'
import { fileLoader } from '~/office/list.server'
import { list } from './holidays.index'

export const loader = fileLoader(list, holidays.list)
