import { listChangeRequests } from '~/models/students/change-requests.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of change requests for a spreadsheet. */
export const loader = fileLoader(list, listChangeRequests)
