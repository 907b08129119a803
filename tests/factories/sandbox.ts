import type { Sandbox } from '../../sandbox/server'
import { unique } from './insert'

export interface TestMerchant {
  keyId: string
  keySecret: string
  webhookSecret: string
}

/** Adds another merchant to the sandbox. It stores webhooks without sending them: the test delivers them itself. */
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
