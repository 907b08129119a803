import { statementsOf } from '../../app/database/migration'
import { fees } from '../baselines/money/fees'
import { hostels } from '../baselines/money/hostels'
import { ledger } from '../baselines/money/ledger'
import { store } from '../baselines/money/store'
import { transport } from '../baselines/money/transport'

/** Baseline of money (decision 62), as of migration 0106. */
export const up = statementsOf(fees, ledger, store, hostels, transport)
