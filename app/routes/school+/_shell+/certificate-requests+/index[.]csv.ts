import { listRequests } from '~/models/certificates/requests.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of requests for a spreadsheet. */
export const loader = fileLoader(list, listRequests)
