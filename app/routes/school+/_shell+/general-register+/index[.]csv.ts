import { listRegister } from '~/models/register/entries.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, listRegister)
