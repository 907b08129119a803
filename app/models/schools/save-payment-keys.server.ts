import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { providerWith } from '~/services/payments/provider.server'
import { readableKeys, sealSecret, webhookSecrets } from './payment-keys.server'
import { SchoolSettings } from './tables.server'

export interface NewPaymentKeys {
  keyId: string
  /** Blank keeps the one that is stored, as long as the key id stays the same. */
  keySecret: string
  /** Blank keeps the one that is stored. */
  webhookSecret: string
}

type Refusal = 'secret-missing' | 'webhook-secret-missing' | 'bad-keys' | 'provider-down'

/**
 * Stores the school's Razorpay keys, sealed, after the provider has accepted them. A webhook secret that is replaced stays good for a
 * day. Refuses `secret-missing` (a new key id without its secret), `webhook-secret-missing`, `bad-keys` and
 * `provider-down` (not checked, hence not stored).
 */
export async function savePaymentKeys(scope: SchoolScope, given: NewPaymentKeys): Promise<Outcome<undefined, Refusal>> {
  const stored = await readableKeys(scope)
  const keySecret = given.keySecret || (stored?.keyId === given.keyId ? stored.keySecret : '')
  if (!keySecret) return refused('secret-missing')
  const checked = await providerWith({ keyId: given.keyId, keySecret }).checkKeys()
  if (!checked.ok) return refused(checked.reason === 'unreachable' ? 'provider-down' : 'bad-keys')
  const [webhookSecret] = await webhookSecrets(scope)
  return inTransaction(async () => {
    const row = await SchoolSettings.findOne({
      where: { schoolId: scope.schoolId },
      raw: true,
      lock: true,
    })
    if (!given.webhookSecret && webhookSecret === undefined) return refused('webhook-secret-missing')
    const replaced = given.webhookSecret !== '' && given.webhookSecret !== webhookSecret
    await SchoolSettings.upsert({
      schoolId: scope.schoolId,
      razorpayKeyId: given.keyId,
      razorpayKeySecret: sealSecret(scope, 'razorpay_key_secret', keySecret),
      ...(replaced
        ? {
            razorpayWebhookSecret: sealSecret(scope, 'razorpay_webhook_secret', given.webhookSecret),
            razorpayWebhookSecretOld: row?.razorpayWebhookSecret ?? null,
            razorpayWebhookSecretChangedAt: new Date(),
          }
        : {}),
    })
    await recordAudit(scope, {
      action: 'payment-keys.saved',
      subject: { kind: 'school', id: scope.schoolId },
      details: { keyIdEnding: given.keyId.slice(-4), webhookSecretReplaced: replaced },
    })
    return done()
  })
}
