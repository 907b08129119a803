import { teachers } from '~/models/academics/teachers.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, teachers.list)
