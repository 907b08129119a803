import { expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { sealMessageSecret } from '~/models/contact/message-setup/message-keys.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { signAsMeta } from '~/services/messages/signatures.server'
import {
  addMessageAccount,
  makeMessageKeys,
  testReportToken,
  testVerifyToken,
} from '../../../tests/factories/message-sandbox'
import { readRows } from '../../../tests/factories/read'
import { makeSchool } from '../../../tests/factories/school'
import { sandbox } from '../../../tests/factories/shared-sandbox'
import { loader as askSms, action as takeSms } from './sms.$school'
import { loader as askWhatsapp, action as takeWhatsapp } from './whatsapp.$school'

async function made() {
  const school = await makeSchool()
  const account = addMessageAccount(sandbox)
  await makeMessageKeys(school, account)
  return { school, account }
}

/** Reports that are not applied yet, in order of arrival. */
const waitingReports = ({ schoolId }: SchoolScope) =>
  readRows<{
    channel: string
    providerId: string
    reference: string | null
    state: string
    reason: string | null
    at: Date
  }>(
    `SELECT channel, provider_id AS providerId, reference, state, reason, reported_at AS at FROM message_reports
     WHERE school_id = :schoolId AND applied_at IS NULL ORDER BY id`,
    { schoolId },
  )

const form = 'application/x-www-form-urlencoded'

async function answerOf(response: Response) {
  const text = await response.text()
  return { status: response.status, result: text.startsWith('{') ? JSON.parse(text).result : text }
}

async function sms(school: string, body: string, { token = testReportToken, type = form, method = 'POST' } = {}) {
  const url = `http://localhost:3000/webhooks/sms/${school}?${new URLSearchParams({ token })}`
  const request = new Request(url, { method, body, headers: { 'Content-Type': type } })
  return answerOf(await takeSms({ request, params: { school }, context: {} }))
}

async function whatsapp(school: string, body: string, signature: string | null) {
  const request = new Request(`http://localhost:3000/webhooks/whatsapp/${school}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...(signature ? { 'X-Hub-Signature-256': signature } : {}) },
  })
  return answerOf(await takeWhatsapp({ request, params: { school }, context: {} }))
}

const delivered = 'SmsSid=abc1&Status=sent&DetailedStatus=DELIVERED_TO_HANDSET&CustomField=m-1'

it('accepts at most five thousand reports at a time, within an hourly limit', async () => {
  const { school } = await made()
  const batch = (count: number, prefix: string) =>
    JSON.stringify([
      {
        requestId: prefix,
        report: Array.from({ length: count }, (_, index) => ({
          number: `98250${10000 + index}`,
          status: '1',
          desc: 'DELIVERED',
        })),
      },
    ])
  const send = (count: number, prefix: string) =>
    sms(school.publicId, batch(count, prefix), { type: 'application/json' })
  expect(await send(5_001, 'large')).toEqual({ status: 429, result: 'too-many' })
  expect(await waitingReports(school.scope)).toEqual([])
  expect((await send(2, 'small')).status).toBe(200)
  await execute('UPDATE throttles SET failures = 50000 WHERE bucket = :bucket', {
    bucket: `message-reports:${school.id}`,
  })
  expect(await send(2, 'more')).toEqual({ status: 429, result: 'too-many' })
})

it('stores each report of a gateway once, in any order and however often it is sent, and schedules its processing', async () => {
  const { school } = await made()
  expect(await sms(school.publicId, delivered)).toEqual({ status: 200, result: 'kept' })
  expect(await sms(school.publicId, 'SmsSid=abc1&Status=sent&CustomField=m-1')).toEqual({ status: 200, result: 'kept' })
  for (let again = 0; again < 2; again += 1)
    expect(await sms(school.publicId, delivered)).toEqual({ status: 200, result: 'seen' })
  const waiting = await waitingReports(school.scope)
  expect(waiting).toMatchObject([
    { channel: 'sms', providerId: 'abc1', reference: 'm-1', state: 'delivered', reason: null },
    { channel: 'sms', providerId: 'abc1', reference: 'm-1', state: 'sent', reason: null },
  ])
  expect(waiting[0]?.at).toBeInstanceOf(Date)
  const jobs = () =>
    readRows<{ kind: string }>("SELECT kind FROM jobs WHERE school_id = :id AND kind = 'apply-message-reports'", {
      id: school.id,
    })
  expect(await jobs()).toHaveLength(1)
})

it("reads MSG91's reports as a form and as JSON, regardless of the school's current gateway", async () => {
  const { school } = await made()
  const report = { requestId: 'r1', CRQID: 'm-2', status: '9', desc: 'NDNC' }
  const data = JSON.stringify([{ requestId: 'r2', report: [{ CRQID: 'm-3', status: '1' }] }])
  expect(await sms(school.publicId, JSON.stringify(report), { type: 'application/json' })).toMatchObject({
    result: 'kept',
  })
  expect(await sms(school.publicId, new URLSearchParams({ data }).toString())).toMatchObject({ result: 'kept' })
  expect(await waitingReports(school.scope)).toMatchObject([
    { reference: 'm-2', state: 'failed', reason: 'dnd' },
    { reference: 'm-3', state: 'delivered' },
  ])
})

it('refuses a request without the token of this school, and stores nothing', async () => {
  const [{ school }, other, bare] = [await made(), await made(), await makeSchool()]
  await execute('UPDATE message_settings SET sms_report_token = :token WHERE school_id = :id', {
    id: other.school.id,
    token: sealMessageSecret(other.school.id, 'sms_report_token', 'token of another school'),
  })
  const wrong = { status: 400, result: 'signature' }
  for (const token of ['', 'guessed', `${testReportToken} `, 'x'.repeat(5000)])
    expect(await sms(school.publicId, delivered, { token })).toEqual(wrong)
  expect(await sms(other.school.publicId, delivered)).toEqual(wrong)
  expect(await sms(bare.publicId, delivered)).toEqual(wrong)
  expect(await waitingReports(school.scope)).toEqual([])
})

it('accepts the previous token and app secret for a day', async () => {
  const { school, account } = await made()
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] })
  const change = (hoursAgo: number) =>
    execute(
      `UPDATE message_settings SET sms_report_token_old = COALESCE(sms_report_token_old, sms_report_token),
         sms_report_token = :token, sms_report_token_changed_at = UTC_TIMESTAMP(3) - INTERVAL :hoursAgo HOUR,
         whatsapp_app_secret_old = COALESCE(whatsapp_app_secret_old, whatsapp_app_secret),
         whatsapp_app_secret = :secret, whatsapp_app_secret_changed_at = UTC_TIMESTAMP(3) - INTERVAL :hoursAgo HOUR
       WHERE school_id = :id`,
      {
        id: school.id,
        hoursAgo,
        token: sealMessageSecret(school.id, 'sms_report_token', 'new'),
        secret: sealMessageSecret(school.id, 'whatsapp_app_secret', 'new'),
      },
    )
  const signature = signAsMeta(body, account.whatsapp.app_secret)
  await change(25)
  expect((await sms(school.publicId, delivered)).status).toBe(400)
  expect((await whatsapp(school.publicId, body, signature)).status).toBe(400)
  await change(23)
  expect((await sms(school.publicId, delivered)).status).toBe(200)
  expect((await whatsapp(school.publicId, body, signature)).status).toBe(200)
})

it('accepts WhatsApp’s reports with a signature of the exact bytes, for the school’s own number only', async () => {
  const { school, account } = await made()
  const { messages } = sandbox
  const { whatsappMessengerOf } = await import('~/services/messages/messengers.server')
  const { phone_number_id: phoneId, business_id: businessId, token } = account.whatsapp
  const sent = await whatsappMessengerOf({ phoneId, businessId, token }).send({
    reference: 'm-9',
    channel: 'whatsapp',
    to: '9825000001',
    template: { providerName: 'absent_today', dltTemplateId: null, header: null, language: 'en', category: 'service' },
    values: ['Asha', '8A'],
    text: 'Asha of 8A is absent',
  })
  expect(sent.ok).toBe(true)
  const made2 = await made()
  for (const report of messages.reports(account.name).toReversed()) {
    const signature = report.headers['x-hub-signature-256'] ?? ''
    expect(await whatsapp(school.publicId, `${report.body} `, signature)).toEqual({ status: 400, result: 'signature' })
    expect(await whatsapp(school.publicId, report.body, null)).toEqual({ status: 400, result: 'signature' })
    expect(await whatsapp(made2.school.publicId, report.body, signature)).toMatchObject({ status: 400 })
    expect(await whatsapp(school.publicId, report.body, signature)).toEqual({ status: 200, result: 'kept' })
    expect(await whatsapp(school.publicId, report.body, signature)).toEqual({ status: 200, result: 'seen' })
  }
  const states = (await waitingReports(school.scope)).map(({ state, reference }) => `${state} ${reference}`)
  expect(states).toEqual(['read m-9', 'delivered m-9', 'sent m-9'])
  const value = (statuses: unknown) => ({ metadata: { phone_number_id: phoneId }, statuses })
  const statuses = Array.from({ length: 2500 }, (_, number) => ({ id: `wamid.${number}`, status: 'sent' }))
  const batch = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ changes: [{ value: value(statuses) }] }],
    filling: 'x'.repeat(1024 * 1024),
  })
  const proof = signAsMeta(batch, account.whatsapp.app_secret)
  expect(await whatsapp(school.publicId, batch, proof)).toEqual({ status: 200, result: 'kept' })
  expect(await waitingReports(school.scope)).toHaveLength(2503)
  // Correctly signed for this school, but about another number of the same app.
  const foreign = messages.reports(account.name)[0]?.body.replaceAll(phoneId, '999') ?? ''
  const signed = signAsMeta(foreign, account.whatsapp.app_secret)
  expect(await whatsapp(school.publicId, foreign, signed)).toEqual({ status: 200, result: 'seen' })
})

it('answers 400 for genuine but unreadable input, and refuses unknown schools, other methods and huge bodies', async () => {
  const { school, account } = await made()
  for (const body of ['', 'x', 'SmsSid=&Status=', 'data=%7B', `data=${encodeURIComponent('[{"report":[1]}]')}`])
    expect(await sms(school.publicId, body)).toEqual({ status: 400, result: 'unreadable' })
  for (const body of [
    '',
    'x',
    '[]',
    '{"object":"page","entry":[]}',
    '{"object":"whatsapp_business_account","entry":{}}',
  ])
    expect(await whatsapp(school.publicId, body, signAsMeta(body, account.whatsapp.app_secret))).toEqual({
      status: 400,
      result: 'unreadable',
    })
  expect((await sms('bcdfghjkmnpq', delivered)).status).toBe(404)
  expect((await sms("' OR 1=1 --", delivered)).status).toBe(404)
  expect((await sms(school.publicId, delivered, { method: 'PUT' })).status).toBe(405)
  expect((await sms(school.publicId, `x=${'y'.repeat(3 * 1024 * 1024)}`)).status).toBe(413)
  expect(askSms().status).toBe(405)
})

it('answers WhatsApp’s verification request with its challenge when the verify token is right', async () => {
  const { school } = await made()
  const ask = async (query: Record<string, string>, id = school.publicId) => {
    const url = `http://localhost:3000/webhooks/whatsapp/${id}?${new URLSearchParams(query)}`
    return answerOf(await askWhatsapp({ request: new Request(url), params: { school: id }, context: {} }))
  }
  const right = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': testVerifyToken }
  expect(await ask(right)).toEqual({ status: 200, result: '1158201444' })
  for (const wrong of [
    { ...right, 'hub.verify_token': 'guessed' },
    { ...right, 'hub.verify_token': '' },
    { ...right, 'hub.mode': 'unsubscribe' },
    { ...right, 'hub.challenge': '<script>' },
    {},
  ])
    expect((await ask(wrong as Record<string, string>)).status).toBe(403)
  expect((await ask(right, (await makeSchool()).publicId)).status).toBe(403)
  expect((await ask(right, 'bcdfghjkmnpq')).status).toBe(404)
})
