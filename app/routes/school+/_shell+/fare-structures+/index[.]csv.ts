import { fares } from '~/models/transport/fares.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, fares.list)
