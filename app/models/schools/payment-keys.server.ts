import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import type { PaymentProvider } from '~/services/payments/port'
import { providerWith } from '~/services/payments/provider.server'
import { decrypt, decryptOrNull, encrypt } from '~/services/secrets/secrets.server'
import { SchoolSettings } from './tables.server'

type AnyScope = SchoolScope | StudentScope
export type SecretColumn = 'razorpay_key_secret' | 'razorpay_webhook_secret'

/** A replaced webhook secret stays good for this long: the provider repeats older events with the older signature. */
const oldSecretHours = 24

// The context is the column that made it, so an old webhook secret opens where the current one was sealed.
const context = (column: SecretColumn, schoolId: number) => `school_settings.${column}:${schoolId}`

/** Seals a secret for this school's row; in another column or another school's row it does not open. */
export function sealSecret(scope: SchoolScope, column: SecretColumn, plain: string): string {
  return encrypt(plain, context(column, scope.schoolId))
}

export type PaymentSettings = NonNullable<Awaited<ReturnType<typeof readPaymentSettings>>>

/** The row of the school's settings, as it is stored. */
export function readPaymentSettings({ schoolId }: AnyScope, { lock = false } = {}) {
  return SchoolSettings.findOne({ where: { schoolId }, raw: true, ...(lock ? { lock } : {}) })
}

/** A secret of this school's row in plain; null where it was sealed with another APP_KEY. */
export const openSecret = (sealed: string, column: SecretColumn, schoolId: number) =>
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
  const row = await readPaymentSettings(scope)
  if (!row?.razorpayKeyId || !row.razorpayKeySecret) return null
  return {
    keyId: row.razorpayKeyId,
    keySecret: decrypt(row.razorpayKeySecret, context('razorpay_key_secret', scope.schoolId)),
  }
}

/** Whether students can pay online: there are keys, and they can be read. */
export async function canPayOnline(scope: AnyScope): Promise<boolean> {
  return hasReadableKeys(await readPaymentSettings(scope), scope.schoolId)
}

function hasReadableKeys(row: PaymentSettings | null, schoolId: number): row is PaymentSettings {
  if (!row?.razorpayKeyId || !row.razorpayKeySecret) return false
  return openSecret(row.razorpayKeySecret, 'razorpay_key_secret', schoolId) !== null
}

/** The payment provider with the school's own keys, or null when online payment is not set up. */
export async function findProvider(scope: AnyScope): Promise<PaymentProvider | null> {
  const keys = await findPaymentKeys(scope)
  return keys && providerWith(keys)
}

/** Secrets that a webhook of this school may be signed with: the current one, and for a day the one before. */
export async function webhookSecrets(scope: SchoolScope, now: Date = new Date()): Promise<string[]> {
  const row = await readPaymentSettings(scope)
  if (!row) return []
  const changedAt = row.razorpayWebhookSecretChangedAt
  const oldIsGood = changedAt !== null && now.getTime() - changedAt.getTime() < oldSecretHours * 3_600_000
  return [row.razorpayWebhookSecret, oldIsGood ? row.razorpayWebhookSecretOld : null].flatMap((sealed) => {
    const secret = sealed ? openSecret(sealed, 'razorpay_webhook_secret', scope.schoolId) : null
    return secret === null ? [] : [secret]
  })
}

/** What the settings page may show; the secrets never leave the server again. Keys that cannot be read count as none. */
export async function paymentKeysView(scope: SchoolScope) {
  const row = await readPaymentSettings(scope)
  const webhookSecret = row?.razorpayWebhookSecret
  const keyId = hasReadableKeys(row, scope.schoolId) ? row.razorpayKeyId : null
  return {
    configured: keyId !== null,
    /** Enough to recognise the key by: `•••• a1B2`. */
    keyIdEnding: keyId?.slice(-4) ?? null,
    isTestKey: keyId?.startsWith('rzp_test_') ?? false,
    hasWebhookSecret: !!webhookSecret && openSecret(webhookSecret, 'razorpay_webhook_secret', scope.schoolId) !== null,
    updatedAt: keyId ? (row?.updatedAt ?? null) : null,
  }
}
