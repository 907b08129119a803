import { restartTurns } from '../factories/insert'
import { sandbox } from '../factories/shared-sandbox'

process.env.PAYMENT_API_URL = sandbox.url
process.env.MESSAGE_API_URL = `${sandbox.url}/messages`
process.env.MESSAGE_TIMEOUT_MS = '1000'
// Short: tests silence the provider and wait for the portal's timeout.
process.env.PAYMENT_TIMEOUT_MS = '300'
// Each file gets the same names, independent of earlier files in this process.
restartTurns()
