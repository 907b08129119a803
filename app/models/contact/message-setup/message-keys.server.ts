import { paths } from '~/addresses/paths'
import { type Option, optionsOf } from '~/kit/forms/fields'
import { changeSettings } from '~/models/core/schools/settings.server'
import { School } from '~/models/core/schools/tables.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import {
  hasFileGateway,
  type SmsAccount,
  smsMessenger,
  whatsappMessengerOf,
} from '~/services/messages/messengers.server'
import type { Channel, Messenger, SendFailure } from '~/services/messages/port'
import { decryptOrNull, encrypt, newToken } from '~/services/secrets/secrets.server'
import { siteUrl } from '~/services/site.server'
import { releaseHeld } from './message-queue.server'
import { fileGatewayWords, gatewayWords, oldSecretHours, type SmsGateway } from './options'
import { MessageSettings } from './tables.server'

type SecretColumn = 'sms_key' | 'sms_report_token' | 'whatsapp_token' | 'whatsapp_app_secret' | 'whatsapp_verify_token'

// The context names the column for which a secret was encrypted. A replaced secret moves to the column of the previous
// secret, but keeps the context of its first column.
const context = (column: SecretColumn, schoolId: number) => `message_settings.${column}:${schoolId}`

/** Encrypts a secret for this school's row; it cannot be decrypted in another column or another school's row. */
export function sealMessageSecret(schoolId: number, column: SecretColumn, plain: string): string {
  return encrypt(plain, context(column, schoolId))
}

function readKeys({ schoolId }: Pick<SchoolScope, 'schoolId'>, { lock = false } = {}) {
  return MessageSettings.findOne({ where: { schoolId }, raw: true, ...(lock ? { lock } : {}) })
}

type Keys = NonNullable<Awaited<ReturnType<typeof readKeys>>>

/** Null if no secret is stored, or if it was encrypted with another APP_KEY and must be entered again. */
const opened = (schoolId: number, column: SecretColumn, sealed: string | null | undefined) =>
  sealed ? decryptOrNull(sealed, context(column, schoolId)) : null

/** URL for delivery reports of the school's gateway; gateways do not sign, so the token authenticates them. */
function reportUrlOf(schoolPublicId: string, token: string): string {
  return siteUrl(`${paths.smsWebhook(schoolPublicId)}?${new URLSearchParams({ token })}`)
}

async function publicIdOf(schoolId: number): Promise<string> {
  const school = await School.findOne({ where: { id: schoolId }, attributes: ['publicId'], raw: true })
  if (!school) throw new Error('The school of a session is gone')
  return school.publicId
}

function smsAccountOf(schoolId: number, publicId: string, row: Keys | null): SmsAccount | null {
  const key = opened(schoolId, 'sms_key', row?.smsKey)
  const token = opened(schoolId, 'sms_report_token', row?.smsReportToken)
  const { smsGateway: gateway, dltEntityId: entityId, smsHeader: header } = row ?? {}
  if (!row || !gateway || key === null || token === null || !entityId || !header) return null
  const reportUrl = reportUrlOf(publicId, token)
  return { gateway, account: row.smsAccount, keyId: row.smsKeyId, key, entityId, header, reportUrl }
}

function whatsappAccountOf(schoolId: number, row: Keys | null) {
  const token = opened(schoolId, 'whatsapp_token', row?.whatsappToken)
  const { whatsappPhoneId: phoneId, whatsappBusinessId: businessId } = row ?? {}
  return token !== null && phoneId && businessId ? { phoneId, businessId, token } : null
}

/**
 * Messenger for a school's channel, with its own keys; null when the channel is not set up, or its keys cannot be
 * decrypted.
 */
export async function findMessenger(scope: Pick<SchoolScope, 'schoolId'>, channel: Channel): Promise<Messenger | null> {
  const { schoolId } = scope
  const row = await readKeys(scope)
  if (channel === 'whatsapp') {
    const account = whatsappAccountOf(schoolId, row)
    return account && whatsappMessengerOf(account)
  }
  const account = row && smsAccountOf(schoolId, await publicIdOf(schoolId), row)
  return account && smsMessenger(account)
}

/** Channels that are set up with readable keys. */
export async function channelsOf(scope: Pick<SchoolScope, 'schoolId'>): Promise<Channel[]> {
  const row = await readKeys(scope)
  return [
    ...(whatsappAccountOf(scope.schoolId, row) ? (['whatsapp'] as const) : []),
    ...(smsAccountOf(scope.schoolId, '', row) ? (['sms'] as const) : []),
  ]
}

/** The current secret, and for a day the previous one. */
function goodSecrets(
  schoolId: number,
  column: SecretColumn,
  { current, old, changedAt }: { current: string | null; old: string | null; changedAt: Date | null },
  now: Date,
): string[] {
  const oldIsGood = changedAt !== null && now.getTime() - changedAt.getTime() < oldSecretHours * 3_600_000
  return [current, oldIsGood ? old : null].flatMap((sealed) => opened(schoolId, column, sealed) ?? [])
}

/**
 * Secrets that authenticate this school's webhooks, and `phoneId`, the only WhatsApp number about which they may
 * report.
 */
export async function findReportSecrets(scope: SchoolScope, now: Date = new Date()) {
  const { schoolId } = scope
  const row = await readKeys(scope)
  if (!row) return { smsTokens: [], phoneId: null, appSecrets: [], verifyToken: null }
  return {
    smsTokens: goodSecrets(
      schoolId,
      'sms_report_token',
      { current: row.smsReportToken, old: row.smsReportTokenOld, changedAt: row.smsReportTokenChangedAt },
      now,
    ),
    phoneId: row.whatsappPhoneId,
    appSecrets: goodSecrets(
      schoolId,
      'whatsapp_app_secret',
      { current: row.whatsappAppSecret, old: row.whatsappAppSecretOld, changedAt: row.whatsappAppSecretChangedAt },
      now,
    ),
    verifyToken: opened(schoolId, 'whatsapp_verify_token', row.whatsappVerifyToken),
  }
}

/**
 * Data for the settings page. Keys never leave the server again; the URLs to enter at the providers, with their token,
 * are only for users who may change the settings. Keys that cannot be decrypted count as missing.
 */
export async function messageKeysView(scope: SchoolScope) {
  const { schoolId } = scope
  const [row, publicId] = await Promise.all([readKeys(scope), publicIdOf(schoolId)])
  const sms = smsAccountOf(schoolId, publicId, row)
  const whatsapp = whatsappAccountOf(schoolId, row)
  return {
    sms: sms && {
      gateway: sms.gateway,
      account: sms.account,
      keyId: sms.keyId,
      keyEnding: sms.key.slice(-4),
      entityId: sms.entityId,
      header: sms.header,
      reportUrl: sms.reportUrl,
    },
    whatsapp: whatsapp && {
      phoneId: whatsapp.phoneId,
      businessId: whatsapp.businessId,
      hasAppSecret: opened(schoolId, 'whatsapp_app_secret', row?.whatsappAppSecret) !== null,
      webhookUrl: siteUrl(paths.whatsappWebhook(publicId)),
      verifyToken: opened(schoolId, 'whatsapp_verify_token', row?.whatsappVerifyToken) ?? '',
    },
  }
}

/** Available gateways; writing to files is not available in production. */
export function gatewaysOffered(): Option[] {
  return optionsOf(hasFileGateway() ? { ...gatewayWords, ...fileGatewayWords } : gatewayWords)
}

const refusalOf = ({ reason }: SendFailure) =>
  refused(reason === 'unreachable' || reason === 'limited' ? 'provider-down' : 'bad-keys')

export interface NewSmsKeys {
  gateway: SmsGateway
  account: string
  keyId: string
  /** Blank keeps the stored key, if gateway, account and key id are unchanged. */
  key: string
  entityId: string
  header: string
  newAddress: boolean
}

/**
 * Stores the school's SMS gateway account, its key encrypted, after the gateway has accepted it. The report URL gets a
 * token the first time and on request; the previous one stays valid for a day. Checks held messages again. Refuses
 * `key-missing`, `bad-keys`, `provider-down` (not stored), `no-gateway` (files, in production), and for the reasons of
 * `changeSettings`.
 */
export async function saveSmsKeys(scope: SchoolScope, newKeys: NewSmsKeys, version?: number) {
  const { schoolId } = scope
  const { gateway, account, keyId, entityId, header } = newKeys
  const stored = await readKeys(scope)
  const isSame =
    stored?.smsGateway === gateway && (stored.smsAccount ?? '') === account && (stored.smsKeyId ?? '') === keyId
  const storedKey = isSame ? opened(schoolId, 'sms_key', stored.smsKey) : null
  const key = newKeys.key || storedKey || (gateway === 'file' ? 'none' : '')
  if (!key) return refused('key-missing')
  const messenger = smsMessenger({ gateway, account, keyId, key, entityId, header, reportUrl: '' })
  if (!messenger) return refused('no-gateway')
  const keyCheck = await messenger.tryKeys()
  if (!keyCheck.ok) return refusalOf(keyCheck)
  const details = { gateway, entityId, header, keyReplaced: key !== storedKey, newAddress: newKeys.newAddress }
  return changeSettings(scope, { version, action: 'sms-keys.saved', details }, async () => {
    await releaseHeld(scope)
    const row = await readKeys(scope, { lock: true })
    const hasToken = opened(schoolId, 'sms_report_token', row?.smsReportToken) !== null
    await MessageSettings.upsert({
      schoolId,
      smsGateway: gateway,
      smsAccount: account || null,
      smsKeyId: keyId || null,
      smsKey: sealMessageSecret(schoolId, 'sms_key', key),
      dltEntityId: entityId,
      smsHeader: header,
      ...(hasToken && !newKeys.newAddress
        ? {}
        : {
            smsReportToken: sealMessageSecret(schoolId, 'sms_report_token', newToken()),
            smsReportTokenOld: row?.smsReportToken ?? null,
            smsReportTokenChangedAt: new Date(),
          }),
    })
  })
}

export interface NewWhatsappKeys {
  phoneId: string
  businessId: string
  /** Blank keeps the stored token, if both ids are unchanged. */
  token: string
  /** Blank keeps the stored secret. */
  appSecret: string
}

/**
 * Stores the school's WhatsApp number, its secrets encrypted, after WhatsApp has accepted the token and confirmed the
 * number's account. A replaced app secret stays valid for a day. Checks held messages again. Refuses `key-missing`,
 * `app-secret-missing`, `bad-keys`, `provider-down`, and for the reasons of `changeSettings`.
 */
export async function saveWhatsappKeys(scope: SchoolScope, newKeys: NewWhatsappKeys, version?: number) {
  const { schoolId } = scope
  const { phoneId, businessId } = newKeys
  const stored = await readKeys(scope)
  const isSame = stored?.whatsappPhoneId === phoneId && stored.whatsappBusinessId === businessId
  const token = newKeys.token || (isSame ? opened(schoolId, 'whatsapp_token', stored.whatsappToken) : null)
  if (!token) return refused('key-missing')
  const appSecret = opened(schoolId, 'whatsapp_app_secret', stored?.whatsappAppSecret)
  if (!newKeys.appSecret && appSecret === null) return refused('app-secret-missing')
  const keyCheck = await whatsappMessengerOf({ phoneId, businessId, token }).tryKeys()
  if (!keyCheck.ok) return refusalOf(keyCheck)
  const replaced = newKeys.appSecret !== '' && newKeys.appSecret !== appSecret
  const details = { phoneId, businessId, appSecretReplaced: replaced }
  return changeSettings(scope, { version, action: 'whatsapp-keys.saved', details }, async () => {
    await releaseHeld(scope)
    const row = await readKeys(scope, { lock: true })
    const hasVerifyToken = opened(schoolId, 'whatsapp_verify_token', row?.whatsappVerifyToken) !== null
    await MessageSettings.upsert({
      schoolId,
      whatsappPhoneId: phoneId,
      whatsappBusinessId: businessId,
      whatsappToken: sealMessageSecret(schoolId, 'whatsapp_token', token),
      ...(hasVerifyToken
        ? {}
        : { whatsappVerifyToken: sealMessageSecret(schoolId, 'whatsapp_verify_token', newToken()) }),
      ...(replaced
        ? {
            whatsappAppSecret: sealMessageSecret(schoolId, 'whatsapp_app_secret', newKeys.appSecret),
            whatsappAppSecretOld: row?.whatsappAppSecret ?? null,
            whatsappAppSecretChangedAt: new Date(),
          }
        : {}),
    })
  })
}

/**
 * Removes a channel's keys, so that it sends no more messages. Keeps the secrets for delivery reports, so that reports
 * on recent messages are still accepted.
 */
export async function removeMessageKeys(scope: SchoolScope, channel: Channel) {
  const { schoolId } = scope
  const none = channel === 'sms' ? { smsKey: null, smsKeyId: null } : { whatsappToken: null }
  const details = { channel }
  const saved = await changeSettings(scope, { version: undefined, action: 'message-keys.removed', details }, () =>
    MessageSettings.update(none, { where: { schoolId } }),
  )
  return saved.ok ? done() : saved
}
