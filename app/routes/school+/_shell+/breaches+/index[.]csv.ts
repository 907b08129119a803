import { fileLoader } from '~/kit/pages/list.server'
import { breaches } from '~/models/entry/breaches/cases.server'
import { list } from './index'

export const loader = fileLoader(list, breaches.list)
