import { listGrievances } from '~/models/grievances/read-grievances.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The register of grievances for a spreadsheet. */
export const loader = fileLoader(list, listGrievances)
