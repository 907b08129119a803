import { tellOwners } from '~/models/second-person/ask.server'
import { secondPersonStep, waitingIfNeeded } from '~/models/second-person/money-out.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import type { PaymentProvider } from '~/services/payments/port'
import { providerWith } from '~/services/payments/provider.server'
import { decrypt, decryptOrNull, encrypt, hashToken } from '~/services/secrets/secrets.server'
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
    const row = await readSettings(scope, { lock: true })
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
function keysHash(row: Settings | null, schoolId: number): string {
  const secret = (sealed: string | null | undefined, column: SecretColumn) =>
    sealed ? opened(sealed, column, schoolId) : null
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
  const razorpayKeyId = (await readSettings(scope))?.razorpayKeyId
  if (!razorpayKeyId) return done()
  const details = { keyIdEnding: razorpayKeyId.slice(-4) }
  const removed = await changeSettings(
    scope,
    { version: undefined, action: 'payment-keys.removed', details },
    async () => {
      const stored = keysHash(await readSettings(scope, { lock: true }), schoolId)
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
