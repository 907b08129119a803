import { fileLoader } from '~/kit/pages/list.server'
import { listDefaulters } from '~/models/money/ledger/counter/defaulters.server'
import { list } from './defaulters'

export const loader = fileLoader(list, (scope, view) => listDefaulters(scope, view))
