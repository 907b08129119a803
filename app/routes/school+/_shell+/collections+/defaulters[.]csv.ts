import { listDefaulters } from '~/models/ledger/defaulters.server'
import { fileLoader } from '~/office/list.server'
import { list } from './defaulters'

export const loader = fileLoader(list, (scope, view) => listDefaulters(scope, view))
