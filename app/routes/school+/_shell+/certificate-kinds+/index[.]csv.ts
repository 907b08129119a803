import { fileLoader } from '~/kit/pages/list.server'
import { kinds } from '~/models/learning/certificates/kinds.server'
import { list } from './index'

export const loader = fileLoader(list, kinds.list)
