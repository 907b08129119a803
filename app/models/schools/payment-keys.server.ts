import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import type { PaymentProvider } from '~/services/payments/port'
import { providerWith } from '~/services/payments/provider.server'
import { decrypt, decryptOrNull, encrypt } from '~/services/secrets/secrets.server'
import { changeSettings } from './settings.server'
import { SchoolSettings } from './tables.server'

type AnyScope = SchoolScope | StudentScope
type SecretColumn = 'razorpay_key_secret' | 'razorpay_webhook_secret'

/** A replaced webhook secret stays good for this long: the provider repeats older events with the older signature. */
const oldSecretHours = 24

// The context is the column that made it, so an old webhook secret opens where the current one was sealed.
const context = (column: SecretColumn, schoolId: number) => `school_settings.${column}:${schoolId}`

/** Seals a secret for this school's row; in another column or another school's row it does not open. */
export function sealSecret(scope: SchoolScope, column: SecretColumn, plain: string): string {
  return encrypt(plain, context(column, scope.schoolId))
}

type Settings = NonNullable<Awaited<ReturnType<typeof readSettings>>>

function readSettings({ schoolId }: AnyScope, { lock = false } = {}) {
  return SchoolSettings.findOne({ where: { schoolId }, raw: true, ...(lock ? { lock } : {}) })
}

const opened = (sealed: string, column: SecretColumn, schoolId: number) =>
  decryptOrNull(sealed, context(column, schoolId))

export interface PaymentKeys {
  keyId: string
  keySecret: string
}

/**
 * The school's keys in plain, for a call to the provider or the check of a callback; null when online payment is not set up.
 *
 * @throws when they were sealed with another APP_KEY: whoever moves money must not take that for a school without keys
 */
export async function findPaymentKeys(scope: AnyScope): Promise<PaymentKeys | null> {
  const row = await readSettings(scope)
  if (!row?.razorpayKeyId || !row.razorpayKeySecret) return null
  return {
    keyId: row.razorpayKeyId,
    keySecret: decrypt(row.razorpayKeySecret, context('razorpay_key_secret', scope.schoolId)),
  }
}

/** Whether students can pay online: there are keys, and they can be read. */
export async function canPayOnline(scope: AnyScope): Promise<boolean> {
  return hasReadableKeys(await readSettings(scope), scope.schoolId)
}

function hasReadableKeys(row: Settings | null, schoolId: number): row is Settings {
  if (!row?.razorpayKeyId || !row.razorpayKeySecret) return false
  return opened(row.razorpayKeySecret, 'razorpay_key_secret', schoolId) !== null
}

/** The payment provider with the school's own keys, or null when online payment is not set up. */
export async function findProvider(scope: AnyScope): Promise<PaymentProvider | null> {
  const keys = await findPaymentKeys(scope)
  return keys && providerWith(keys)
}

/** Secrets that a webhook of this school may be signed with: the current one, and for a day the one before. */
export async function webhookSecrets(scope: SchoolScope, now: Date = new Date()): Promise<string[]> {
  const row = await readSettings(scope)
  if (!row) return []
  const changedAt = row.razorpayWebhookSecretChangedAt
  const oldIsGood = changedAt !== null && now.getTime() - changedAt.getTime() < oldSecretHours * 3_600_000
  return [row.razorpayWebhookSecret, oldIsGood ? row.razorpayWebhookSecretOld : null].flatMap((sealed) => {
    const secret = sealed ? opened(sealed, 'razorpay_webhook_secret', scope.schoolId) : null
    return secret === null ? [] : [secret]
  })
}

/** What the settings page may show; the secrets never leave the server again. Keys that cannot be read count as none. */
export async function paymentKeysView(scope: SchoolScope) {
  const row = await readSettings(scope)
  const webhookSecret = row?.razorpayWebhookSecret
  const keyId = hasReadableKeys(row, scope.schoolId) ? row.razorpayKeyId : null
  return {
    configured: keyId !== null,
    /** Enough to recognise the key by: `•••• a1B2`. */
    keyIdEnding: keyId?.slice(-4) ?? null,
    isTestKey: keyId?.startsWith('rzp_test_') ?? false,
    hasWebhookSecret: !!webhookSecret && opened(webhookSecret, 'razorpay_webhook_secret', scope.schoolId) !== null,
    updatedAt: keyId ? (row?.updatedAt ?? null) : null,
  }
}

export interface NewPaymentKeys {
  keyId: string
  /** Blank keeps the one that is stored, as long as the key id stays the same. */
  keySecret: string
  /** Blank keeps the one that is stored. */
  webhookSecret: string
}

/**
 * Stores the school's Razorpay keys, sealed, after the provider has accepted them. A webhook secret that is replaced stays good for a
 * day. Refuses `secret-missing` (a new key id without its secret), `webhook-secret-missing`, `bad-keys`,
 * `provider-down` (not checked, hence not stored), and as `changeSettings`.
 */
export async function savePaymentKeys(scope: SchoolScope, given: NewPaymentKeys, version?: number) {
  const stored = (await canPayOnline(scope)) ? await findPaymentKeys(scope) : null
  const keySecret = given.keySecret || (stored?.keyId === given.keyId ? stored.keySecret : '')
  if (!keySecret) return refused('secret-missing')
  const checked = await providerWith({ keyId: given.keyId, keySecret }).checkKeys()
  if (!checked.ok) return refused(checked.reason === 'unreachable' ? 'provider-down' : 'bad-keys')
  const [webhookSecret] = await webhookSecrets(scope)
  if (!given.webhookSecret && webhookSecret === undefined) return refused('webhook-secret-missing')
  const replaced = given.webhookSecret !== '' && given.webhookSecret !== webhookSecret
  const details = { keyIdEnding: given.keyId.slice(-4), webhookSecretReplaced: replaced }
  return changeSettings(scope, { version, action: 'payment-keys.saved', details }, async () => {
    const row = await readSettings(scope, { lock: true })
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
  })
}

/**
 * Takes the school's Razorpay keys away: nobody can pay online from then on. The webhook secret stays, so that a payment made
 * in the last minute is still booked. Refuses `changed` where somebody else put others in their place at the same moment.
 */
export async function removePaymentKeys(scope: SchoolScope) {
  const { schoolId } = scope
  const razorpayKeyId = (await readSettings(scope))?.razorpayKeyId
  if (!razorpayKeyId) return done()
  const details = { keyIdEnding: razorpayKeyId.slice(-4) }
  return changeSettings(scope, { version: undefined, action: 'payment-keys.removed', details }, async () => {
    const none = { razorpayKeyId: null, razorpayKeySecret: null }
    const [removed] = await SchoolSettings.update(none, { where: { schoolId, razorpayKeyId } })
    return removed === 0 ? refused('changed') : done()
  })
}
