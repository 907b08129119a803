import { fileLoader } from '~/kit/pages/list.server'
import { staff } from '~/models/people/accounts/staff/staff-queries.server'
import { list } from './index'

export const loader = fileLoader(list, staff.list)
