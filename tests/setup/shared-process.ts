import { beginTurnsAnew } from '../factories/insert'
import { sandbox } from '../factories/shared-sandbox'

process.env.PAYMENT_API_URL = sandbox.url
process.env.MESSAGE_API_URL = `${sandbox.url}/messages`
process.env.MESSAGE_TIMEOUT_MS = '1000'
// Short: tests make the provider silent and wait for the portal to give up.
process.env.PAYMENT_TIMEOUT_MS = '300'
// Each file meets the same names, whatever ran before it in this process.
beginTurnsAnew()
