import { listDefaulters } from '~/models/ledger/defaulters.server'
import { fileLoader } from '~/office/list.server'
import { list } from './defaulters'

/** The filtered list of defaulters for a spreadsheet. */
export const loader = fileLoader(list, (scope, view) => listDefaulters(scope, view))
