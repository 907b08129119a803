import { sections } from '~/models/academics/sections.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of sections for a spreadsheet. */
export const loader = fileLoader(list, sections.list)
