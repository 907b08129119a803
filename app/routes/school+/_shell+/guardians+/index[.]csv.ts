import { guardians } from '~/models/guardians/guardians.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The filtered list of guardians for a spreadsheet. */
export const loader = fileLoader(list, guardians.list)
