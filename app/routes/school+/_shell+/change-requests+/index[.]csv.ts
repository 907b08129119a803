import { fileLoader } from '~/kit/pages/list.server'
import { listChangeRequests } from '~/models/people/students/change-requests/change-requests.server'
import { list } from './index'

export const loader = fileLoader(list, listChangeRequests)
