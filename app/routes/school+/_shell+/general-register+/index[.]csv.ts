import { fileLoader } from '~/kit/pages/list.server'
import { listRegister } from '~/models/entry/register/entries.server'
import { list } from './index'

export const loader = fileLoader(list, listRegister)
