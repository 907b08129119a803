import { staff } from '~/models/accounts/staff-queries.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, staff.list)
