import path from 'node:path'
import { env } from '~/env.server'
import { exotelMessenger } from './exotel.server'
import { fileMessenger } from './file-messenger.server'
import { msg91Messenger } from './msg91.server'
import type { Messenger } from './port'
import { whatsappMessenger } from './whatsapp.server'

/** Addresses of the providers. A school selects one and cannot enter another, so its keys go to no other host. */
const hosts = {
  exotel: 'https://api.exotel.com',
  exotel_mumbai: 'https://api.in.exotel.com',
  msg91: 'https://control.msg91.com',
  whatsapp: 'https://graph.facebook.com',
}

/**
 * Address and timeout of a provider; in demo and tests, the message sandbox of MESSAGE_API_URL simulates all of them.
 */
function surroundings(provider: keyof typeof hosts) {
  const { MESSAGE_API_URL: sandbox, MESSAGE_TIMEOUT_MS: timeoutMs } = env()
  return { baseUrl: sandbox ? `${sandbox.replace(/\/+$/, '')}/${provider}` : hosts[provider], timeoutMs }
}

/** A school's account with an SMS gateway, decrypted. */
export interface SmsAccount {
  gateway: 'exotel' | 'exotel_mumbai' | 'msg91' | 'file'
  /** Exotel's account SID and API key; not used by MSG91. */
  account: string | null
  keyId: string | null
  key: string
  entityId: string
  header: string
  /** Address for delivery reports; still empty when an account is tested before it is saved. */
  reportUrl: string
}

/** True when messages may go to files, which no one would read in production. */
export function hasFileGateway(): boolean {
  return env().APP_MODE !== 'production'
}

/** Messenger of a school's SMS account; null for the file gateway in production. */
export function smsMessenger(account: SmsAccount): Messenger | null {
  const { gateway, key, entityId, header, reportUrl } = account
  if (gateway === 'file')
    return hasFileGateway() ? fileMessenger({ folder: path.join(env().DATA_DIR, 'messages') }) : null
  if (gateway === 'msg91') return msg91Messenger({ authKey: key, header, ...surroundings(gateway) })
  const names = { accountSid: account.account ?? '', keyId: account.keyId ?? '', token: key }
  return exotelMessenger({ ...names, entityId, header, reportUrl, ...surroundings(gateway) })
}

export interface WhatsappAccount {
  phoneId: string
  businessId: string
  token: string
}

export function whatsappMessengerOf(account: WhatsappAccount): Messenger {
  return whatsappMessenger({ ...account, ...surroundings('whatsapp') })
}
