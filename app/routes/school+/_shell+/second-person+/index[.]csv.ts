import { listRequests } from '~/models/second-person/requests.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The requests for a second person for a spreadsheet. */
export const loader = fileLoader(list, listRequests)
