import { guardians } from '~/models/guardians/guardians.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, guardians.list)
