import { fileLoader } from '~/office/list.server'
import { listSeen } from './__list.server'
import { list } from './index'

/** The filtered list of enrollments for a spreadsheet. */
export const loader = fileLoader(list, listSeen)
