import { listRequests } from '~/models/second-person/requests.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listRequests)
