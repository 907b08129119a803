import { listSchemes } from '~/models/report-cards/schemes.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listSchemes)
