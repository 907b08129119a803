import { restartTurns } from '../factories/insert'
import { sandbox } from '../factories/shared-sandbox'
import { patience } from './slowness'

process.env.PAYMENT_API_URL = sandbox.url
process.env.MESSAGE_API_URL = `${sandbox.url}/messages`
process.env.MESSAGE_TIMEOUT_MS = String(patience(1000))
// Short, because tests silence the provider and wait for the portal's timeout.
process.env.PAYMENT_TIMEOUT_MS = String(Math.min(patience(300), 10_000))
// Each file gets the same names, independent of earlier files in this process.
restartTurns()
