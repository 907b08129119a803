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

/** A replaced secret of reports stays good for this long: what was sent before is still reported with it. */
export const oldSecretHours = 24

/** Of the webhooks: a batch of WhatsApp is at most 3 MB by Meta's documentation, and nobody sends in parts what was too large. */
export const maxReportBytes = 3 * 1024 * 1024
