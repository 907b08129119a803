import { fileLoader } from '~/kit/pages/list.server'
import { remarks } from '~/models/learning/report-cards/remarks.server'
import { list } from './index'

export const loader = fileLoader(list, remarks.list)
