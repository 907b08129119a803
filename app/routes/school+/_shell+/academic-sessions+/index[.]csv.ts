import { sessions } from '~/models/academics/sessions.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of academic sessions for a spreadsheet. */
export const loader = fileLoader(list, sessions.list)
