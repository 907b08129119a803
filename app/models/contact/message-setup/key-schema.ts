import { z } from 'zod'
import { gatewayWords } from './options'

// Only the office uses these pages, so their texts are English.

const password = z.string().max(200, 'Use at most 200 characters').default('')
const secret = (max: number) => z.string().trim().max(max, `Use at most ${max} characters`).default('')
const name = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use at most ${max} characters`)
    .regex(/^[\w.-]*$/, 'Use letters, digits, -, _ and . only')
    .default('')
const digits = (label: string) =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .regex(/^\d{5,20}$/, `${label} has digits only, up to 20`)

const gateways = ['file', ...Object.keys(gatewayWords)] as ['file', ...(keyof typeof gatewayWords)[]]

/**
 * A school's account with an SMS gateway, and its registration on the DLT portal. A blank key keeps the stored one.
 * `password` is the user's own, required unless it was entered recently.
 */
export const smsKeysSchema = z
  .object({
    gateway: z.enum(gateways, 'Select a gateway'),
    account: name(60),
    key_id: name(100),
    key: secret(200),
    entity_id: z
      .string('DLT entity id is required')
      .trim()
      .regex(/^\d{10,19}$/, 'A DLT entity id has 10 to 19 digits, most have 19'),
    header: z
      .string('Header is required')
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{6}$/, 'A header has six letters or digits, such as DEMOVA'),
    /** Creates a new URL for delivery reports; the previous one stays valid for a day. */
    new_address: z.literal('on').optional(),
    password,
  })
  .superRefine(({ gateway, account, key_id }, context) => {
    if (!gateway.startsWith('exotel')) return
    if (account === '')
      context.addIssue({ code: 'custom', path: ['account'], message: 'Account SID is required for Exotel' })
    if (key_id === '') context.addIssue({ code: 'custom', path: ['key_id'], message: 'API key is required for Exotel' })
  })

/** A school's number at WhatsApp's Cloud API. Blank secrets keep the stored ones. */
export const whatsappKeysSchema = z.object({
  phone_id: digits('Phone number id'),
  business_id: digits('WhatsApp business account id'),
  token: secret(600),
  app_secret: secret(100),
  password,
})
