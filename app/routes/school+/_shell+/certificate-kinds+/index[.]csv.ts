import { kinds } from '~/models/certificates/kinds.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, kinds.list)
