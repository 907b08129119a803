import { fileLoader } from '~/kit/pages/list.server'
import { listAdmissions } from '~/models/entry/admissions/applicants/admission-queries.server'
import { list } from './index'

export const loader = fileLoader(list, listAdmissions)
