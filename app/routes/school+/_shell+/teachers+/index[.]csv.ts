import { fileLoader } from '~/kit/pages/list.server'
import { teachers } from '~/models/people/academics/teachers.server'
import { list } from './index'

export const loader = fileLoader(list, teachers.list)
