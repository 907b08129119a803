import { subjects } from '~/models/academics/subjects.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, subjects.list)
