import { listAdmissions } from '~/models/admissions/admission-queries.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of admissions for a spreadsheet. */
export const loader = fileLoader(list, listAdmissions)
