/** What a school's SMS gateway may be; a key is in the database. */
export const gatewayWords = {
  exotel: 'Exotel (api.exotel.com)',
  exotel_mumbai: 'Exotel, Mumbai (api.in.exotel.com)',
  msg91: 'MSG91',
} as const

/** Writes each SMS to a file instead of sending it: offered outside of production only. */
export const fileGatewayWords = { file: 'No gateway: write each SMS to a file (for trying out)' } as const

export type SmsGateway = keyof typeof gatewayWords | keyof typeof fileGatewayWords

export const channelWords = { whatsapp: 'WhatsApp', sms: 'SMS' } as const

/** Why a provider takes nothing of a school until the school has mended it. */
export const accountRefusals = ['keys', 'balance'] as const
export type AccountRefusal = (typeof accountRefusals)[number]

/** So long a provider that refused the account is not asked for other messages. */
export const refusalMinutes = 10

/** A replaced secret of reports stays good for this long: what was sent before is still reported with it. */
export const oldSecretHours = 24

/** Of the webhooks: a batch of WhatsApp is at most 3 MB by Meta's documentation, and nobody sends in parts what was too large. */
export const maxReportBytes = 3 * 1024 * 1024
