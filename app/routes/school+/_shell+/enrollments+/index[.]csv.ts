import { fileLoader } from '~/kit/pages/list.server'
import { listSeen } from './__list.server'
import { list } from './index'

export const loader = fileLoader(list, listSeen)
