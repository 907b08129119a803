import type { MessageAccount } from './accounts'

/**
 * Pattern of a variable: 1 to 40 characters, as DLT portals count them. A variable tagged numeric takes only digits,
 * `.`, `,` and `-`.
 */
function patternOf(tag: string): string {
  if (/^(numeric|number)$/.test(tag)) return '[\\d.,-]{1,40}'
  return '[\\s\\S]{1,40}'
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Returns true when the text matches a registered template with its variables filled in, compared character by
 * character as operators do.
 */
export function fitsTemplate(template: string, text: string): boolean {
  const parts = template.split(/\{#(\w+)#\}/)
  const pattern = parts.map((part, index) => (index % 2 === 0 ? escaped(part) : patternOf(part))).join('')
  return new RegExp(`^${pattern}$`).test(text)
}

export type ScrubRefusal =
  | 'FAILED_DLT_ENTITY'
  | 'FAILED_DLT_TEMPLATE'
  | 'FAILED_INVALID_SENDER'
  | 'FAILED_DLT_SCRUBBING'

/** Result of the operators' scrubbing of an SMS: null when it passes. */
export function scrub(
  account: MessageAccount,
  sms: { entityId: string; templateId: string; header: string; text: string },
): ScrubRefusal | null {
  if (sms.entityId !== account.entity_id) return 'FAILED_DLT_ENTITY'
  if (!account.headers.includes(sms.header)) return 'FAILED_INVALID_SENDER'
  const template = account.dlt_templates.find(({ id }) => id === sms.templateId)
  if (!template) return account.any_template ? null : 'FAILED_DLT_TEMPLATE'
  if (template.header !== null && template.header !== sms.header) return 'FAILED_INVALID_SENDER'
  return fitsTemplate(template.text, sms.text) ? null : 'FAILED_DLT_SCRUBBING'
}
