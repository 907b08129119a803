import type { Policy } from '../security/policy'
import { staffPassword } from '../security/world'

const base = 'routes/school+/_shell+/settings+/messages'

export const messageSetupPolicies: Record<string, Policy> = {
  [`${base}.index`]: { get: 'settings:edit' },
  [`${base}.sms`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({
      version: '1',
      gateway: 'msg91',
      key: 'authkey',
      entity_id: '1201160000000000001',
      header: 'DEMOVA',
      password: staffPassword,
    }),
    notAcceptedBecause: 'the key is tried at the gateway (a flow shows it)',
  },
  [`${base}.whatsapp`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({
      version: '1',
      phone_id: '100000000001',
      business_id: '200000000001',
      token: 'token',
      app_secret: 'secret',
      password: staffPassword,
    }),
    notAcceptedBecause: 'the token is tried at WhatsApp (a flow shows it)',
  },
  [`${base}.rules`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({
      version: '1',
      monthly_budget: '500',
      daily_quota: '100',
      sms_part: '0.30',
      whatsapp: '0.15',
      first_channel: 'sms',
      quiet_from: '20:00',
      quiet_to: '07:30',
    }),
  },
  [`${base}.$channel.removal`]: {
    get: 'settings:edit',
    post: 'settings:edit',
    ids: () => ['sms'],
    body: () => ({ own_password: staffPassword }),
  },
}
