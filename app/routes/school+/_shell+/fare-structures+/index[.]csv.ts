import { fileLoader } from '~/kit/pages/list.server'
import { fares } from '~/models/money/transport/fares.server'
import { list } from './index'

export const loader = fileLoader(list, fares.list)
