import { realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseMerchant } from './control'
import { type MessageAccount, parseAccount } from './messages/accounts'
import { createSandbox } from './server'
import type { Merchant } from './state'

function merchantsFrom(json: string | undefined): Merchant[] {
  const list: unknown = JSON.parse(json || '[]')
  if (!Array.isArray(list)) throw new TypeError('SANDBOX_MERCHANTS takes a JSON list.')
  return list.map(parseMerchant)
}

function accountsFrom(json: string | undefined): MessageAccount[] {
  const list: unknown = JSON.parse(json || '[]')
  if (!Array.isArray(list)) throw new TypeError('SANDBOX_MESSAGE_ACCOUNTS takes a JSON list.')
  return list.map(parseAccount)
}

function portFrom(text: string | undefined): number {
  const port = Number(text || 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new TypeError('SANDBOX_PORT takes a port number.')
  return port
}

async function main(): Promise<void> {
  const { env } = process
  const sandbox = await createSandbox({
    port: portFrom(env.SANDBOX_PORT),
    host: env.SANDBOX_HOST || '127.0.0.1',
    ...(env.SANDBOX_URL ? { publicUrl: env.SANDBOX_URL } : {}),
    ...(env.SANDBOX_DATA ? { dataFile: env.SANDBOX_DATA } : {}),
    merchants: merchantsFrom(env.SANDBOX_MERCHANTS),
    messageAccounts: accountsFrom(env.SANDBOX_MESSAGE_ACCOUNTS),
  })
  console.log(`payment sandbox listening on ${sandbox.url}`)
  const stop = () => {
    void sandbox.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

const started = process.argv[1]
if (started && import.meta.url === pathToFileURL(realpathSync(started)).href) {
  main().catch((error: Error) => {
    console.error(`payment sandbox: ${error.message}`)
    process.exit(1)
  })
}
