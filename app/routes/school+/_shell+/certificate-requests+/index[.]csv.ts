import { fileLoader } from '~/kit/pages/list.server'
import { listRequests } from '~/models/learning/certificates/requests.server'
import { list } from './index'

export const loader = fileLoader(list, listRequests)
