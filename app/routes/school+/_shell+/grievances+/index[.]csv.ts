import { fileLoader } from '~/kit/pages/list.server'
import { listGrievances } from '~/models/contact/grievances/read-grievances.server'
import { list } from './index'

export const loader = fileLoader(list, listGrievances)
