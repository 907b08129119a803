import type { Sandbox } from '../../sandbox/server'
import { unique } from './insert'

/*
 * The settings are read once, by the first import that needs them, so a test file starts its sandbox before its imports:
 *   const sandbox = await vi.hoisted(async () => (await import('…/factories/sandbox')).startTestSandbox())
 * and closes it in afterAll. What imports the app's models is in paying.ts.
 */

/** A payment sandbox in this process, on a free port, that the provider of this process talks to. */
export async function startTestSandbox(timeoutMs = 1500): Promise<Sandbox> {
  const { createSandbox } = await import('../../sandbox/server')
  const sandbox = await createSandbox({ lateCaptureMs: 0 })
  process.env.PAYMENT_API_URL = sandbox.url
  process.env.PAYMENT_TIMEOUT_MS = String(timeoutMs)
  return sandbox
}

export interface TestMerchant {
  keyId: string
  keySecret: string
  webhookSecret: string
}

/** Another merchant of the sandbox. Its webhooks are made and kept, not sent: the test hands them over when it likes. */
export async function addTestMerchant(sandbox: Sandbox): Promise<TestMerchant> {
  const name = unique()
  const merchant = { keyId: `rzp_test_${name}`, keySecret: `secret-${name}`, webhookSecret: `webhook-${name}` }
  await sandbox.addMerchant({
    key_id: merchant.keyId,
    key_secret: merchant.keySecret,
    webhook_url: 'http://127.0.0.1:9/webhooks',
    webhook_secret: merchant.webhookSecret,
  })
  sandbox.switches.set({ dropWebhooks: true }, merchant.keyId)
  return merchant
}
