import { fileLoader } from '~/kit/pages/list.server'
import { listSchemes } from '~/models/learning/report-cards/schemes.server'
import { list } from './index'

export const loader = fileLoader(list, listSchemes)
