import { listAdmissions } from '~/models/admissions/admission-queries.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listAdmissions)
