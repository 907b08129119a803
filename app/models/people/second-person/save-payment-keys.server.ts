import {
  canPayOnline,
  findPaymentKeys,
  openSecret,
  type PaymentSettings,
  readPaymentSettings,
  type SecretColumn,
  sealSecret,
  webhookSecrets,
} from '~/models/core/schools/payment-keys.server'
import { changeSettings } from '~/models/core/schools/settings.server'
import { SchoolSettings } from '~/models/core/schools/tables.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { notifyOwners } from '~/models/people/accounts/staff/tell-owners.server'
import { providerWith } from '~/services/payments/provider.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { requestSecondPersonIfNeeded, secondPersonStep } from './money-out.server'

export interface NewPaymentKeys {
  keyId: string
  /** Blank keeps the stored one if the key id is unchanged. */
  keySecret: string
  /** Blank keeps the stored one. */
  webhookSecret: string
}

/**
 * Stores Razorpay keys encrypted once the provider accepts them, and notifies the owners; may wait for a second person
 * (`waits`). A replaced webhook secret stays valid for a day. Refuses as `changeSettings` does, and `secret-missing`,
 * `webhook-secret-missing`, `bad-keys`, `provider-down` and `changed` (stored keys differ from `before`).
 */
export async function savePaymentKeys(
  scope: SchoolScope,
  newKeys: NewPaymentKeys,
  { version, before }: SeenSettings = {},
) {
  const stored = (await canPayOnline(scope)) ? await findPaymentKeys(scope) : null
  const keySecret = newKeys.keySecret || (stored?.keyId === newKeys.keyId ? stored.keySecret : '')
  if (!keySecret) return refused('secret-missing')
  const checked = await providerWith({ keyId: newKeys.keyId, keySecret }).checkKeys()
  if (!checked.ok) return refused(checked.reason === 'unreachable' ? 'provider-down' : 'bad-keys')
  const [webhookSecret] = await webhookSecrets(scope)
  if (!newKeys.webhookSecret && webhookSecret === undefined) return refused('webhook-secret-missing')
  const replaced = newKeys.webhookSecret !== '' && newKeys.webhookSecret !== webhookSecret
  const details = { keyIdEnding: newKeys.keyId.slice(-4), webhookSecretReplaced: replaced }
  const saved = await changeSettings(scope, { version, action: 'payment-keys.saved', details }, async () => {
    const row = await readPaymentSettings(scope, { lock: true })
    const stored = keysHash(row, scope.schoolId)
    if (before !== undefined && before !== stored) return refused('changed')
    const payload: KeysChange = { given: newKeys, before: stored }
    const wait = await secondPersonStep(scope, { kind: 'payment-keys', subject: '', payload })
    if (wait) return wait
    await notifyOwners(scope, 'The payment keys were changed', [
      `${scope.actor.name} has changed the Razorpay keys of the school. Money that is paid online goes to the account of the key that ends in ${details.keyIdEnding}.`,
      'If this is not right, change the keys back, and change the passwords of the school’s accounts at once.',
    ])
    await SchoolSettings.upsert({
      schoolId: scope.schoolId,
      razorpayKeyId: newKeys.keyId,
      razorpayKeySecret: sealSecret(scope, 'razorpay_key_secret', keySecret),
      ...(replaced
        ? {
            razorpayWebhookSecret: sealSecret(scope, 'razorpay_webhook_secret', newKeys.webhookSecret),
            razorpayWebhookSecretOld: row?.razorpayWebhookSecret ?? null,
            razorpayWebhookSecretChangedAt: new Date(),
          }
        : {}),
    })
    return done()
  })
  return requestSecondPersonIfNeeded(scope, saved)
}

/** State of the settings that the user saw: their version, or a hash of the keys when a second person was requested. */
type SeenSettings = { version?: number; before?: string }
export interface KeysChange {
  given: NewPaymentKeys
  before: string
}
export interface KeysRemoval {
  before: string
}

/** Hash that identifies the keys without revealing them. */
function keysHash(row: PaymentSettings | null, schoolId: number): string {
  const secret = (sealed: string | null | undefined, column: SecretColumn) =>
    sealed ? openSecret(sealed, column, schoolId) : null
  const keys = [row?.razorpayKeyId ?? null, secret(row?.razorpayKeySecret, 'razorpay_key_secret')]
  return hashToken(JSON.stringify([...keys, secret(row?.razorpayWebhookSecret, 'razorpay_webhook_secret')]))
}

/**
 * Deletes the school's Razorpay keys, which disables online payment, and notifies the owners. The webhook secret stays,
 * so that a payment made just before is still booked. May wait for a second person (`waits`). Refuses `changed` when
 * other keys were stored concurrently, or since `before`.
 */
export async function removePaymentKeys(scope: SchoolScope, before?: string) {
  const { schoolId } = scope
  const razorpayKeyId = (await readPaymentSettings(scope))?.razorpayKeyId
  if (!razorpayKeyId) return done()
  const details = { keyIdEnding: razorpayKeyId.slice(-4) }
  const removed = await changeSettings(
    scope,
    { version: undefined, action: 'payment-keys.removed', details },
    async () => {
      const stored = keysHash(await readPaymentSettings(scope, { lock: true }), schoolId)
      if (before !== undefined && before !== stored) return refused('changed')
      const payload: KeysRemoval = { before: stored }
      const wait = await secondPersonStep(scope, { kind: 'payment-keys-removal', subject: '', payload })
      if (wait) return wait
      const none = { razorpayKeyId: null, razorpayKeySecret: null }
      const [count] = await SchoolSettings.update(none, { where: { schoolId, razorpayKeyId } })
      if (count === 0) return refused('changed')
      await notifyOwners(scope, 'The payment keys were removed', [
        `${scope.actor.name} has removed the Razorpay keys of the school. Families cannot pay online until there are keys again.`,
      ])
      return done()
    },
  )
  return requestSecondPersonIfNeeded(scope, removed)
}
