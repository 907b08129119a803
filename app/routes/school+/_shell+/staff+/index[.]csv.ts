import { staff } from '~/models/accounts/staff-queries.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of sign-ins for a spreadsheet. */
export const loader = fileLoader(list, staff.list)
