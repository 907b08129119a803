import { listGrievances } from '~/models/grievances/read-grievances.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listGrievances)
