import { sessions } from '~/models/academics/sessions.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, sessions.list)
