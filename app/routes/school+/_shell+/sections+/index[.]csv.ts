import { sections } from '~/models/academics/sections.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

export const loader = fileLoader(list, sections.list)
