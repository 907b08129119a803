/** A school as the message providers see it: its accounts, and the registrations in the DLT portal and WhatsApp. */
export interface MessageAccount {
  /** Name used by the sandbox's own pages and switches. */
  name: string
  exotel: { sid: string; key: string; token: string } | null
  /** `webhook_url`: the address configured in MSG91's panel. */
  msg91: { authkey: string; webhook_url: string | null } | null
  whatsapp: {
    phone_number_id: string
    business_id: string
    token: string
    app_secret: string
    webhook_url: string | null
  } | null
  entity_id: string
  headers: string[]
  dlt_templates: DltTemplate[]
  whatsapp_templates: WhatsappTemplate[]
  /** Accepts unregistered templates, so that a demo needs no registration; registered templates are still compared. */
  any_template: boolean
}

export interface DltTemplate {
  /** Template id in the DLT portal. */
  id: string
  /** MSG91's own id of the mapped template. */
  msg91_id: string | null
  header: string | null
  /** Text with `{#var#}` or a tagged variable such as `{#numeric#}` for each value. */
  text: string
}

export interface WhatsappTemplate {
  name: string
  language: string
  variables: number
  status: 'APPROVED' | 'PAUSED' | 'REJECTED'
}

function textIn(input: Record<string, unknown>, name: string): string {
  const value = input[name]
  if (typeof value !== 'string' || value === '' || value.length > 1000) throw new TypeError(`${name} takes a text.`)
  return value
}

const objectIn = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null

function listIn(value: unknown): Record<string, unknown>[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.some((one) => !objectIn(one)))
    throw new TypeError('Templates are lists of objects.')
  return value
}

function addressIn(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || !URL.canParse(value) || !/^https?:/.test(value))
    throw new TypeError('webhook_url takes an http or https address.')
  return value
}

/** Parses an account of unknown shape; throws a TypeError with a readable message. */
export function parseAccount(input: Record<string, unknown>): MessageAccount {
  const [exotel, msg91, whatsapp] = [objectIn(input.exotel), objectIn(input.msg91), objectIn(input.whatsapp)]
  return {
    name: textIn(input, 'name'),
    exotel: exotel && { sid: textIn(exotel, 'sid'), key: textIn(exotel, 'key'), token: textIn(exotel, 'token') },
    msg91: msg91 && { authkey: textIn(msg91, 'authkey'), webhook_url: addressIn(msg91.webhook_url) },
    whatsapp: whatsapp && {
      phone_number_id: textIn(whatsapp, 'phone_number_id'),
      business_id: textIn(whatsapp, 'business_id'),
      token: textIn(whatsapp, 'token'),
      app_secret: textIn(whatsapp, 'app_secret'),
      webhook_url: addressIn(whatsapp.webhook_url),
    },
    entity_id: textIn(input, 'entity_id'),
    headers: Array.isArray(input.headers) ? input.headers.map(String) : [],
    dlt_templates: listIn(input.dlt_templates).map(parseDltTemplate),
    whatsapp_templates: listIn(input.whatsapp_templates).map(parseWhatsappTemplate),
    any_template: input.any_template === true,
  }
}

export function parseDltTemplate(one: Record<string, unknown>): DltTemplate {
  return {
    id: textIn(one, 'id'),
    msg91_id: typeof one.msg91_id === 'string' ? one.msg91_id : null,
    header: typeof one.header === 'string' ? one.header : null,
    text: textIn(one, 'text'),
  }
}

const statuses = ['APPROVED', 'PAUSED', 'REJECTED'] as const

export function parseWhatsappTemplate(one: Record<string, unknown>): WhatsappTemplate {
  const status = statuses.find((allowedStatus) => allowedStatus === (one.status ?? 'APPROVED'))
  if (!status) throw new TypeError(`status takes ${statuses.join(', ')}.`)
  return { name: textIn(one, 'name'), language: textIn(one, 'language'), variables: Number(one.variables ?? 0), status }
}
