import { badRequest } from './errors'

/** Fields that a merchant may send, from "Create a Standard Payment Link". */

const FIELDS = new Set([
  'amount',
  'currency',
  'accept_partial',
  'first_min_partial_amount',
  'description',
  'reference_id',
  'customer',
  'expire_by',
  'notify',
  'notes',
  'callback_url',
  'callback_method',
  'reminder_enable',
  'upi_link',
])
const SHORTEST_LIFE_S = 15 * 60
const MAX_LIFE_S = 184 * 24 * 3600

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function optionalText(body: Record<string, unknown>, field: string, maxLength: number): string {
  const value = body[field] ?? ''
  if (typeof value !== 'string') throw badRequest(`${field}: wrong input fields sent.`, field)
  if (value.length > maxLength) throw badRequest(`${field}: the length must be no more than ${maxLength}.`, field)
  return value
}

function readAmount(body: Record<string, unknown>): number {
  const { amount } = body
  if (amount === undefined) throw badRequest('The amount field is required.', 'amount')
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    throw badRequest('The amount must be an integer.', 'amount')
  }
  if (amount < 100) throw badRequest('The amount must be at least INR 1.00', 'amount')
  return amount
}

function readNotes(value: unknown): Record<string, string> | null {
  const pairs = Object.entries(record(value) ?? {})
  if (pairs.length > 15) throw badRequest('notes: the number of fields must not be greater than 15.', 'notes')
  if (pairs.some(([, note]) => String(note).length > 255)) {
    throw badRequest('value: the length must not be greater than 255.', 'notes')
  }
  return pairs.length > 0 ? Object.fromEntries(pairs.map(([key, note]) => [key, String(note)])) : null
}

function readExpiry(value: unknown, now: number): number {
  if (value === undefined || value === null || value === 0) return 0
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw badRequest('wrong input fields sent.', 'expire_by')
  if (value <= now + SHORTEST_LIFE_S) throw badRequest('timestamp must be atleast 15 minutes in future', 'expire_by')
  if (value > now + MAX_LIFE_S) throw badRequest('timestamp must be within six months', 'expire_by')
  return value
}

/** Parses the body of a link request, or throws the error that Razorpay documents for it. */
export function readNewLink(input: unknown, now: number) {
  const body = record(input)
  if (!body || Object.keys(body).some((field) => !FIELDS.has(field))) throw badRequest('wrong input fields sent.')
  const amount = readAmount(body)
  if (body.currency !== undefined && body.currency !== 'INR') {
    throw badRequest('The sandbox takes Indian rupees only.', 'currency')
  }
  if (body.accept_partial === true || body.upi_link === true) {
    throw badRequest('The sandbox makes standard links for the whole amount only.')
  }
  const callbackUrl = optionalText(body, 'callback_url', 2048)
  if (callbackUrl && !/^https?:\/\//.test(callbackUrl)) {
    throw badRequest('callback_url: the url format is invalid.', 'callback_url')
  }
  if (callbackUrl && body.callback_method !== 'get') {
    throw badRequest('callback_method: must be get when callback_url is sent.', 'callback_method')
  }
  const customer = record(body.customer) ?? {}
  const notify = record(body.notify) ?? {}
  return {
    amount,
    currency: 'INR',
    description: optionalText(body, 'description', 2048),
    reference_id: optionalText(body, 'reference_id', 40),
    customer: Object.fromEntries(
      ['name', 'email', 'contact']
        .map((field) => [field, optionalText(customer, field, 255)] as const)
        .filter(([, value]) => value !== ''),
    ),
    expire_by: readExpiry(body.expire_by, now),
    notify: { email: notify.email === true, sms: notify.sms === true, whatsapp: false },
    notes: readNotes(body.notes),
    callback_url: callbackUrl,
    callback_method: callbackUrl ? 'get' : '',
    reminder_enable: body.reminder_enable === true,
  }
}
