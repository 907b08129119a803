import { expect, it } from 'vitest'
import { readExotelReport } from './exotel.server'
import { readMsg91Reports } from './msg91.server'
import { isSignedByMeta, signAsMeta } from './signatures.server'
import { readWhatsappReports } from './whatsapp.server'

const now = new Date('2026-11-26T10:00:00Z')
const exotel = (posted: Record<string, string>) => readExotelReport(new URLSearchParams(posted), now)

it("reads Exotel's reports by the words in Status and DetailedStatus", () => {
  const told = { SmsSid: 'abc', CustomField: 'm1', DateSent: '2026-11-26 15:00:00' }
  const common = { providerId: 'abc', reference: 'm1', at: new Date('2026-11-26T09:30:00Z') }
  const read = (Status: string, DetailedStatus = '') => exotel({ ...told, Status, DetailedStatus })
  expect(read('sent', 'DELIVERED_TO_HANDSET')).toEqual([{ ...common, state: 'delivered', reason: null }])
  expect(read('delivered')).toEqual([{ ...common, state: 'delivered', reason: null }])
  expect(read('sent', 'DELIVERED_TO_OPERATOR')).toEqual([{ ...common, state: 'sent', reason: null }])
  expect(read('queued')).toEqual([])
  for (const [status, words, reason] of [
    ['failed_dnd', '', 'dnd'],
    ['failed', 'FAILED_DND', 'dnd'],
    ['failed', 'FAILED_DLT_TEMPLATE', 'template'],
    ['failed', 'FAILED_INVALID_SENDER', 'template'],
    ['failed', 'FAILED_INVALID_NUMBER', 'number'],
    ['failed', 'FAILED_SUBSCRIBER_UNAVAILABLE', 'unreachable'],
    ['failed', 'FAILED_HANDSET_ERROR', 'unreachable'],
    ['expired', '', 'unreachable'],
    ['failed', 'SOMETHING_NEW', 'refused'],
  ] as const)
    expect(read(status, words)).toEqual([{ ...common, state: 'failed', reason }])
  expect(exotel({ Status: 'sent' })).toBeNull()
  expect(exotel({ SmsSid: 'a b', Status: 'sent' })).toBeNull()
  // An invalid or future date becomes the current time; a reference that is not ours becomes null.
  expect(exotel({ SmsSid: 'abc', Status: 'sent', DateSent: '2099-01-01 00:00:00', CustomField: "' OR 1=1" })).toEqual([
    { providerId: 'abc', reference: null, state: 'sent', reason: null, at: now },
  ])
})

it("reads MSG91's reports in all versions", () => {
  const report = { date: '2026-11-26 15:00:00', number: '919825000001', CRQID: 'm1', status: '1', desc: 'DELIVERED' }
  const second = [
    { senderId: 'DEMOVA', requestId: 'r1', report: [report, { ...report, status: '17', desc: 'BLOCKED' }] },
  ]
  expect(readMsg91Reports(second, now)).toMatchObject([
    { providerId: 'r1', reference: 'm1', state: 'delivered', reason: null, at: new Date('2026-11-26T09:30:00Z') },
    { state: 'failed', reason: 'dnd' },
  ])
  expect(readMsg91Reports({ requestId: 'r2', ...report, CRQID: '0', status: '2', desc: 'FAILED' }, now)).toMatchObject([
    { providerId: 'r2', state: 'failed', reason: null },
  ])
  const fresh = {
    requestId: 'r3',
    status: 'Failed',
    deliveryTime: '',
    failureReason: 'DLT template mismatch',
    CRQID: 'm3',
  }
  expect(readMsg91Reports(fresh, now)).toMatchObject([
    { reference: 'm3', state: 'failed', reason: 'template', at: now },
  ])
  const torn = [{ requestId: 'r4', report: ['x', {}, report] }, {}]
  expect(readMsg91Reports(torn, now)).toMatchObject([{ providerId: 'r4', state: 'delivered' }])
  for (const rubbish of [null, 'x', {}, [], [{}], [{ requestId: 'r', report: ['x'] }], { requestId: {}, status: '1' }])
    expect(readMsg91Reports(rubbish, now) ?? []).toEqual([])
})

it("reads WhatsApp's reports for the configured number only", () => {
  const webhook = (statuses: unknown, phone = '55') => ({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value: { metadata: { phone_number_id: phone }, statuses } }] }],
  })
  const status = { id: 'wamid.A', status: 'read', timestamp: '1764150000', biz_opaque_callback_data: 'm1' }
  expect(readWhatsappReports(webhook([status]), '55', now)).toEqual([
    { providerId: 'wamid.A', reference: 'm1', state: 'read', reason: null, at: new Date(1_764_150_000_000) },
  ])
  expect(readWhatsappReports(webhook([status], '56'), '55', now)).toEqual([])
  const failed = (code: unknown) =>
    readWhatsappReports(webhook([{ ...status, status: 'failed', errors: [{ code }] }]), '55', now)
  for (const [code, reason] of [
    [131026, 'number'],
    [131047, 'template'],
    [132001, 'template'],
    [130429, 'limited'],
    [131048, 'limited'],
    [131056, 'limited'],
    [80007, 'limited'],
    [190, 'keys'],
    [200, 'keys'],
    [131042, 'balance'],
    [131050, 'dnd'],
    [131000, 'unreachable'],
    [999_999, 'refused'],
    [undefined, 'refused'],
  ] as const)
    expect(failed(code)).toMatchObject([{ state: 'failed', reason }])
  for (const rubbish of [null, [], {}, { object: 'page', entry: [] }, { object: 'whatsapp_business_account' }])
    expect(readWhatsappReports(rubbish, '55', now)).toBeNull()
  for (const odd of [
    webhook(null),
    webhook(['x']),
    webhook([{ status: 'sent' }]),
    webhook([{ ...status, status: 'deleted' }]),
  ])
    expect(readWhatsappReports(odd, '55', now)).toEqual([])
})

it("accepts Meta's signature over the exact bytes, with any current secret", () => {
  const body = Buffer.from('{"object":"whatsapp_business_account"}')
  const signature = signAsMeta(body, 'app-secret')
  expect(isSignedByMeta(body, signature, ['new', 'app-secret'])).toBe(true)
  expect(isSignedByMeta(Buffer.from(`${body} `), signature, ['app-secret'])).toBe(false)
  for (const wrong of [null, '', 'sha256=', signature.slice(7), signature.toUpperCase(), `${signature}0`])
    expect(isSignedByMeta(body, wrong, ['app-secret'])).toBe(false)
  expect(isSignedByMeta(body, signAsMeta(body, ''), [''])).toBe(false)
  expect(isSignedByMeta(body, signature, [])).toBe(false)
})
