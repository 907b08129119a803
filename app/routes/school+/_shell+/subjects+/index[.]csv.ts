import { fileLoader } from '~/kit/pages/list.server'
import { subjects } from '~/models/people/academics/subjects.server'
import { list } from './index'

export const loader = fileLoader(list, subjects.list)
