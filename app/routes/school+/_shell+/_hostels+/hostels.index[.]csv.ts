import { hostels } from '~/models/hostels/hostels.server'
import { fileLoader } from '~/office/list.server'
import { list } from './hostels.index'

export const loader = fileLoader(list, hostels.list)
