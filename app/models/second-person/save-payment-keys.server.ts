import { tellOwners } from '~/models/accounts/tell-owners.server'
import {
  canPayOnline,
  findPaymentKeys,
  openSecret,
  type PaymentSettings,
  readPaymentSettings,
  type SecretColumn,
  sealSecret,
  webhookSecrets,
} from '~/models/schools/payment-keys.server'
import { changeSettings } from '~/models/schools/settings.server'
import { SchoolSettings } from '~/models/schools/tables.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { providerWith } from '~/services/payments/provider.server'
import { hashToken } from '~/services/secrets/secrets.server'
import { secondPersonStep, waitingIfNeeded } from './money-out.server'

export interface NewPaymentKeys {
  keyId: string
  /** Blank keeps the one that is stored, as long as the key id stays the same. */
  keySecret: string
  /** Blank keeps the one that is stored. */
  webhookSecret: string
}

/**
 * Stores the school's Razorpay keys, sealed, after the provider has accepted them. A webhook secret that is replaced stays good for a
 * day, and the owners are told. Where the school wants a second person it waits for one (`waits`). Refuses `secret-missing` (a new key id
 * without its secret), `webhook-secret-missing`, `bad-keys`, `provider-down` (not checked, hence not stored), and as `changeSettings`; `changed`
 * also where other keys than those of `before` are stored by now.
 */
export async function savePaymentKeys(scope: SchoolScope, given: NewPaymentKeys, { version, before }: Since = {}) {
  const stored = (await canPayOnline(scope)) ? await findPaymentKeys(scope) : null
  const keySecret = given.keySecret || (stored?.keyId === given.keyId ? stored.keySecret : '')
  if (!keySecret) return refused('secret-missing')
  const checked = await providerWith({ keyId: given.keyId, keySecret }).checkKeys()
  if (!checked.ok) return refused(checked.reason === 'unreachable' ? 'provider-down' : 'bad-keys')
  const [webhookSecret] = await webhookSecrets(scope)
  if (!given.webhookSecret && webhookSecret === undefined) return refused('webhook-secret-missing')
  const replaced = given.webhookSecret !== '' && given.webhookSecret !== webhookSecret
  const details = { keyIdEnding: given.keyId.slice(-4), webhookSecretReplaced: replaced }
  const saved = await changeSettings(scope, { version, action: 'payment-keys.saved', details }, async () => {
    const row = await readPaymentSettings(scope, { lock: true })
    const stored = keysHash(row, scope.schoolId)
    if (before !== undefined && before !== stored) return refused('changed')
    const payload: KeysChange = { given, before: stored }
    const wait = await secondPersonStep(scope, { kind: 'payment-keys', subject: '', payload })
    if (wait) return wait
    await tellOwners(scope, 'The payment keys were changed', [
      `${scope.actor.name} has changed the Razorpay keys of the school. Money that is paid online goes to the account of the key that ends in ${details.keyIdEnding}.`,
      'If this is not right, change the keys back and the passwords of the school’s accounts at once.',
    ])
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
    return done()
  })
  return waitingIfNeeded(scope, saved)
}

/** How the form saw the settings: by their version, or by the keys that were stored when a second person was asked for. */
type Since = { version?: number; before?: string }
export interface KeysChange {
  given: NewPaymentKeys
  before: string
}
export interface KeysRemoval {
  before: string
}

/** What tells these keys from others, without being any of them. */
function keysHash(row: PaymentSettings | null, schoolId: number): string {
  const secret = (sealed: string | null | undefined, column: SecretColumn) =>
    sealed ? openSecret(sealed, column, schoolId) : null
  const keys = [row?.razorpayKeyId ?? null, secret(row?.razorpayKeySecret, 'razorpay_key_secret')]
  return hashToken(JSON.stringify([...keys, secret(row?.razorpayWebhookSecret, 'razorpay_webhook_secret')]))
}

/**
 * Takes the school's Razorpay keys away: nobody can pay online from then on. The webhook secret stays, so that a payment made
 * in the last minute is still booked, and the owners are told. Where the school wants a second person it waits for one (`waits`). Refuses
 * `changed` where somebody else put others in their place at the same moment, or since `before`.
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
      await tellOwners(scope, 'The payment keys were removed', [
        `${scope.actor.name} has removed the Razorpay keys of the school. Families cannot pay online until there are keys again.`,
      ])
      return done()
    },
  )
  return waitingIfNeeded(scope, removed)
}
