import { fileLoader } from '~/kit/pages/list.server'
import { guardians } from '~/models/people/guardians/guardians.server'
import { list } from './index'

export const loader = fileLoader(list, guardians.list)
