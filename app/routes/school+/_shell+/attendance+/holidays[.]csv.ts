import { fileLoader } from '~/kit/pages/list.server'
import { holidays } from '~/models/learning/attendance/holidays.server'
import { list } from './holidays.index'

export const loader = fileLoader(list, holidays.list)
