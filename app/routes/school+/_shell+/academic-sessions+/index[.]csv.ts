import { fileLoader } from '~/kit/pages/list.server'
import { sessions } from '~/models/people/academics/sessions.server'
import { list } from './index'

export const loader = fileLoader(list, sessions.list)
