import { listChangeRequests } from '~/models/students/change-requests.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listChangeRequests)
