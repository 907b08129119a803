import { fileLoader } from '~/kit/pages/list.server'
import { hostels } from '~/models/money/hostels/hostels.server'
import { list } from './hostels.index'

export const loader = fileLoader(list, hostels.list)
