import { kinds } from '~/models/certificates/kinds.server'
import { fileLoader } from '~/office/list.server'
import { list } from './index'

/** The kinds of certificate for a spreadsheet. */
export const loader = fileLoader(list, kinds.list)
