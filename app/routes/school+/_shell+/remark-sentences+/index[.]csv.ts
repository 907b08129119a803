import { remarks } from '~/models/report-cards/remarks.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, remarks.list)
