import { fileLoader } from '~/kit/pages/list.server'
import { sections } from '~/models/people/academics/sections.server'
import { list } from './index'

export const loader = fileLoader(list, sections.list)
