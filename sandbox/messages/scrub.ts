import type { MessageAccount } from './accounts'

/** Of a variable: 40 letters at most, as the DLT portals count them, and digits alone where it is tagged so. */
function patternOf(tag: string): string {
  if (/^(numeric|number)$/.test(tag)) return '[\\d.,-]{1,40}'
  return '[\\s\\S]{1,40}'
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether a text is what a registered template makes with some values, letter by letter, as operators compare them. */
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

/** What the operators' scrubbing says of an SMS: null where it may pass. */
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
