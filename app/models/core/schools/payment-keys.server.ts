import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import type { PaymentProvider } from '~/services/payments/port'
import { providerWith } from '~/services/payments/provider.server'
import { decrypt, decryptOrNull, encrypt } from '~/services/secrets/secrets.server'
import { SchoolSettings } from './tables.server'

type AnyScope = SchoolScope | StudentScope
export type SecretColumn = 'razorpay_key_secret' | 'razorpay_webhook_secret'

/**
 * Hours for which a replaced webhook secret stays valid: the provider resends earlier events with the earlier
 * signature.
 */
const oldSecretHours = 24

// The context names the column for which a secret was encrypted. A replaced webhook secret moves to the column of the
// old secret, but keeps the context of its first column.
const context = (column: SecretColumn, schoolId: number) => `school_settings.${column}:${schoolId}`

/** Encrypts a secret for this school's row; it cannot be decrypted in another column or another school's row. */
export function sealSecret(scope: SchoolScope, column: SecretColumn, plain: string): string {
  return encrypt(plain, context(column, scope.schoolId))
}

export type PaymentSettings = NonNullable<Awaited<ReturnType<typeof readPaymentSettings>>>

export function readPaymentSettings({ schoolId }: AnyScope, { lock = false } = {}) {
  return SchoolSettings.findOne({ where: { schoolId }, raw: true, ...(lock ? { lock } : {}) })
}

/** Decrypts a secret of this school's row; null if it was encrypted with another APP_KEY. */
export const openSecret = (sealed: string, column: SecretColumn, schoolId: number) =>
  decryptOrNull(sealed, context(column, schoolId))

export interface PaymentKeys {
  keyId: string
  keySecret: string
}

/**
 * Returns the decrypted keys for calls to the provider and the check of callbacks; null when online payment is not set
 * up.
 * @throws if they were encrypted with another APP_KEY: code that moves money must not mistake that for a school without
 * keys
 */
export async function findPaymentKeys(scope: AnyScope): Promise<PaymentKeys | null> {
  const row = await readPaymentSettings(scope)
  if (!row?.razorpayKeyId || !row.razorpayKeySecret) return null
  return {
    keyId: row.razorpayKeyId,
    keySecret: decrypt(row.razorpayKeySecret, context('razorpay_key_secret', scope.schoolId)),
  }
}

/** Returns whether students can pay online: keys exist and can be decrypted. */
export async function canPayOnline(scope: AnyScope): Promise<boolean> {
  return hasReadableKeys(await readPaymentSettings(scope), scope.schoolId)
}

function hasReadableKeys(row: PaymentSettings | null, schoolId: number): row is PaymentSettings {
  if (!row?.razorpayKeyId || !row.razorpayKeySecret) return false
  return openSecret(row.razorpayKeySecret, 'razorpay_key_secret', schoolId) !== null
}

/** Returns the payment provider with the school's keys, or null when online payment is not set up. */
export async function findProvider(scope: AnyScope): Promise<PaymentProvider | null> {
  const keys = await findPaymentKeys(scope)
  return keys && providerWith(keys)
}

/** Returns the secrets that may sign a webhook of this school: the current one and, for a day, the previous one. */
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

/** Data for the settings page; secrets never leave the server again. Keys that cannot be decrypted count as missing. */
export async function paymentKeysView(scope: SchoolScope) {
  const row = await readPaymentSettings(scope)
  const webhookSecret = row?.razorpayWebhookSecret
  const keyId = hasReadableKeys(row, scope.schoolId) ? row.razorpayKeyId : null
  return {
    configured: keyId !== null,
    /** Last characters, to recognise the key: `•••• a1B2`. */
    keyIdEnding: keyId?.slice(-4) ?? null,
    isTestKey: keyId?.startsWith('rzp_test_') ?? false,
    hasWebhookSecret: !!webhookSecret && openSecret(webhookSecret, 'razorpay_webhook_secret', scope.schoolId) !== null,
    updatedAt: keyId ? (row?.updatedAt ?? null) : null,
  }
}
