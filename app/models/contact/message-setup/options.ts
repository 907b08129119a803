/** SMS gateways that a school can choose. The database stores the property name, such as `exotel`. */
export const gatewayWords = {
  exotel: 'Exotel (api.exotel.com)',
  exotel_mumbai: 'Exotel, Mumbai (api.in.exotel.com)',
  msg91: 'MSG91',
} as const

/** Writes each SMS to a file instead of sending it: available outside of production only. */
export const fileGatewayWords = { file: 'No gateway: write each SMS to a file (for trying out)' } as const

export type SmsGateway = keyof typeof gatewayWords | keyof typeof fileGatewayWords

export const channelWords = { whatsapp: 'WhatsApp', sms: 'SMS' } as const

/** Reasons for which a provider refuses all messages of a school until the school fixes them. */
export const providerRefusals = ['keys', 'balance'] as const
export type AccountRefusal = (typeof providerRefusals)[number]

/** Minutes during which a provider that refused the account gets no other messages. */
export const refusalMinutes = 10

/** Hours during which a replaced report secret stays valid: earlier messages are still reported with it. */
export const oldSecretHours = 24

/**
 * Size limit of a webhook request: a WhatsApp batch is at most 3 MB (Meta's documentation), and no provider splits a
 * refused batch.
 */
export const maxReportBytes = 3 * 1024 * 1024
