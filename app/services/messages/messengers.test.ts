import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { addMessageAccount, type TestMessageAccount, testTemplate } from '../../../tests/factories/message-sandbox'
import { sandbox } from '../../../tests/factories/shared-sandbox'
import { patience } from '../../../tests/setup/slowness'
import { exotelMessenger, readExotelReport } from './exotel.server'
import { fileMessenger } from './file-messenger.server'
import { smsMessenger, whatsappMessengerOf } from './messengers.server'
import { msg91Messenger, readMsg91Reports } from './msg91.server'
import type { Channel, DeliveryReport, Messenger, TextMessage } from './port'
import { readWhatsappReports, whatsappMessenger } from './whatsapp.server'

type Provider = 'exotel' | 'exotel_mumbai' | 'msg91' | 'whatsapp'
const providers: Provider[] = ['exotel', 'exotel_mumbai', 'msg91', 'whatsapp']
const channelOf = (provider: Provider): Channel => (provider === 'whatsapp' ? 'whatsapp' : 'sms')

function messengerOf(provider: Provider, account: TestMessageAccount, wrong = ''): Messenger {
  const { exotel, msg91, whatsapp } = account
  if (provider === 'whatsapp')
    return whatsappMessengerOf({
      phoneId: whatsapp.phone_number_id,
      businessId: whatsapp.business_id,
      token: whatsapp.token + wrong,
    })
  const messenger = smsMessenger({
    gateway: provider,
    account: exotel.sid,
    keyId: exotel.key,
    key: (provider === 'msg91' ? msg91.authkey : exotel.token) + wrong,
    entityId: account.entity_id,
    header: account.headers[0] ?? '',
    reportUrl: 'http://127.0.0.1:9/webhooks',
  })
  if (!messenger) throw new Error('There is no messenger')
  return messenger
}

let count = 0
function message(provider: Provider, changes: Partial<TextMessage> = {}): TextMessage {
  count += 1
  const names: Record<Provider, string> = {
    exotel: testTemplate.id,
    exotel_mumbai: testTemplate.id,
    msg91: testTemplate.msg91Id,
    whatsapp: testTemplate.whatsappName,
  }
  return {
    reference: `msg_${count}`,
    channel: channelOf(provider),
    to: '9825000001',
    template: {
      providerName: names[provider],
      dltTemplateId: provider === 'whatsapp' ? null : testTemplate.id,
      header: null,
      language: 'en',
      category: 'service',
    },
    values: testTemplate.values,
    text: testTemplate.filled,
    ...changes,
  }
}

/** Reports that the sandbox created for an account, as the portal reads them. */
function reported(provider: Provider, account: TestMessageAccount): DeliveryReport[] {
  const now = new Date()
  return sandbox.messages.reports(account.name).flatMap(({ body }) => {
    if (provider === 'whatsapp')
      return readWhatsappReports(JSON.parse(body), account.whatsapp.phone_number_id, now) ?? []
    const form = new URLSearchParams(body)
    return (
      (provider === 'msg91'
        ? readMsg91Reports(JSON.parse(form.get('data') ?? ''), now)
        : readExotelReport(form, now)) ?? []
    )
  })
}

it.each(providers)('%s: delivers a message once and reports it with our reference', async (provider) => {
  const account = addMessageAccount(sandbox)
  const messenger = messengerOf(provider, account)
  expect(await messenger.tryKeys()).toEqual({ ok: true })
  const sent = message(provider)
  const answer = await messenger.send(sent)
  expect(answer).toMatchObject({ ok: true, parts: 1 })
  const [phone, ...more] = sandbox.messages.messages(account.name)
  expect(more).toEqual([])
  expect(phone).toMatchObject({ to: sent.to, reference: sent.reference, failure: null })
  expect(phone?.text).toContain('Asha')
  const reports = reported(provider, account)
  const providerId = answer.ok ? answer.providerId : ''
  expect(reports.every((one) => one.providerId === providerId && one.reference === sent.reference)).toBe(true)
  expect(reports.map(({ state }) => state)).toContain('delivered')
  expect(await messenger.find(sent.reference, new Date())).toEqual({ ok: true, found: 'cannot-say' })
})

it.each(providers)(
  '%s: distinguishes wrong keys, an empty balance, the rate limit and an unknown template',
  async (provider) => {
    const account = addMessageAccount(sandbox)
    const { switches } = sandbox.messages
    const messenger = messengerOf(provider, account)
    for (const call of ['send', 'tryKeys'] as const) {
      const wrong = messengerOf(provider, account, 'x')
      expect(await wrong[call](message(provider))).toMatchObject({ ok: false, reason: 'keys' })
    }
    switches.set({ balanceUsedUp: true }, account.name)
    expect(await messenger.send(message(provider))).toMatchObject({ ok: false, reason: 'balance' })
    switches.set({ balanceUsedUp: false, limitRate: true }, account.name)
    const limited = await messenger.send(message(provider))
    expect(limited).toMatchObject({ ok: false, reason: 'limited' })
    expect(limited.ok === false && (limited.retryAfterSeconds ?? 0)).toBeGreaterThan(0)
    switches.set({ limitRate: false }, account.name)
    const template = { ...message(provider).template, providerName: 'unheard_of', dltTemplateId: '1207169999999999999' }
    const unknown = await messenger.send(message(provider, { template }))
    if (unknown.ok) expect(reported(provider, account)).toMatchObject([{ state: 'failed', reason: 'template' }])
    else expect(unknown.reason).toBe('template')
    expect((await messenger.send(message(provider, { to: '1234567890' }))).ok).toBe(false)
    expect(sandbox.messages.messages(account.name).filter(({ failure }) => failure === null)).toEqual([])
  },
)

it.each(providers)(
  '%s: returns unreachable, with an unknown outcome, after silence, a provider error or a lost answer',
  async (provider) => {
    const account = addMessageAccount(sandbox)
    const { switches } = sandbox.messages
    const messenger = messengerOf(provider, account)
    for (const trouble of ['timeOut', 'failWith5xx', 'loseAnswers'] as const) {
      switches.set({ [trouble]: true }, account.name)
      expect(await messenger.send(message(provider))).toMatchObject({ ok: false, reason: 'unreachable' })
      switches.set({ [trouble]: false }, account.name)
    }
    // Of the three calls, only the one whose answer was lost delivered a message to the phone.
    expect(sandbox.messages.messages(account.name)).toHaveLength(1)
  },
)

it('reports an SMS refused for its text or header, or, if promotional, because the number has DND', async () => {
  const account = addMessageAccount(sandbox)
  const messenger = messengerOf('exotel', account)
  const last = async (changes: Partial<TextMessage>) => {
    const before = reported('exotel', account).length
    const answer = await messenger.send(message('exotel', changes))
    return answer.ok ? reported('exotel', account).slice(before) : answer
  }
  expect(await last({ text: `${testTemplate.filled} Thanks` })).toMatchObject([{ state: 'failed', reason: 'template' }])
  const { template } = message('exotel')
  expect(await last({ template: { ...template, header: 'NOBODY' } })).toMatchObject({ ok: false, reason: 'template' })
  sandbox.messages.setNumber('9825000777', { dnd: true })
  expect(await last({ to: '9825000777' })).toMatchObject([{ state: 'sent' }, { state: 'delivered' }])
  const promotional = { ...template, category: 'promotional' as const }
  expect(await last({ to: '9825000777', template: promotional })).toMatchObject([{ state: 'failed', reason: 'dnd' }])
})

it.each(['exotel', 'msg91'] as const)(
  '%s: reports a switched-off phone as unreachable, not as an invalid number',
  async (provider) => {
    const account = addMessageAccount(sandbox)
    const messenger = messengerOf(provider, account)
    sandbox.messages.setNumber('9825000778', { off: true })
    sandbox.messages.setNumber('9825000776', { nobody: true })
    for (const to of ['9825000778', '9825000776']) await messenger.send(message(provider, { to }))
    expect(reported(provider, account).map(({ state, reason }) => [state, reason])).toEqual([
      ['failed', 'unreachable'],
      ['failed', 'number'],
    ])
  },
)

it('does not blame the number or the template for a refusal that mentions neither', async () => {
  const refusals = [
    'Failed to process the request',
    'Unable to parse Body',
    'Request from this IP is not allowed',
    'Mandatory parameter To is not a valid phone number',
    'Authorization header is missing',
    'Body takes 1 to 2000 characters',
  ]
  let said = {}
  const server = createServer((_request, response) => response.writeHead(400).end(JSON.stringify(said)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const common = {
    timeoutMs: patience(5000),
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    header: 'DEMOVA',
  }
  const account = { accountSid: 'a', keyId: 'k', token: 't', entityId: '1', reportUrl: common.baseUrl }
  const exotel = async (Message: string) => {
    said = { RestException: { Status: 400, Message } }
    const answer = await exotelMessenger({ ...common, ...account }).send(message('exotel'))
    return [Message, answer.ok ? null : answer.reason]
  }
  for (const sentence of refusals) expect(await exotel(sentence)).toEqual([sentence, 'refused'])
  for (const sentence of ['No valid Sender ID found against the SMS body', 'The DLT template does not match'])
    expect(await exotel(sentence)).toEqual([sentence, 'template'])
  said = { type: 'error', code: '202', message: 'Invalid mobile number' }
  expect(await msg91Messenger({ ...common, authKey: 'k' }).send(message('msg91'))).toMatchObject({ reason: 'refused' })
  server.closeAllConnections()
  server.close()
})

it('reports why a WhatsApp message is not sent or not delivered', async () => {
  const account = addMessageAccount(sandbox)
  const messenger = messengerOf('whatsapp', account)
  const { template } = message('whatsapp')
  const sendBy = (changes: object, values = testTemplate.values) =>
    messenger.send(message('whatsapp', { template: { ...template, ...changes }, values }))
  expect(await sendBy({ language: 'gu' })).toMatchObject({ reason: 'template' })
  expect(await sendBy({ providerName: 'paused_one' }, [])).toMatchObject({ reason: 'template' })
  expect(await sendBy({}, ['Asha'])).toMatchObject({ reason: 'template' })
  sandbox.messages.setNumber('9825000779', { noWhatsapp: true })
  expect(await messenger.send(message('whatsapp', { to: '9825000779' }))).toMatchObject({ ok: true })
  expect(reported('whatsapp', account)).toMatchObject([{ state: 'failed', reason: 'number' }])
  const stranger = { ...account, whatsapp: { ...account.whatsapp, phone_number_id: '1099' } }
  expect(await messengerOf('whatsapp', stranger).tryKeys()).toMatchObject({ ok: false, reason: 'number' })
})

it('returns `limited` after a burst of WhatsApp messages to one family', async () => {
  const account = addMessageAccount(sandbox)
  const messenger = messengerOf('whatsapp', account)
  const answers = []
  for (let number = 0; number < 46; number += 1)
    answers.push(await messenger.send(message('whatsapp', { to: '9825000780' })))
  expect(answers.filter(({ ok }) => ok).length).toBeLessThan(46)
  expect(answers.at(-1)).toMatchObject({ reason: 'limited' })
})

it('treats a long answer, invalid JSON and a redirect as no answer, and does not forward the keys', async () => {
  const heard: (string | undefined)[] = []
  let answer: (response: ServerResponse) => void = () => {}
  const server = createServer((request, response) => {
    heard.push(request.url)
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const messenger = whatsappMessenger({
    phoneId: '1',
    businessId: '2',
    token: 'secret-token',
    baseUrl,
    timeoutMs: patience(1000),
  })
  for (const [status, body, headers] of [
    [200, 'x'.repeat(200_000), {}],
    [200, '<html>', {}],
    [200, '{}', {}],
    [302, '', { Location: `${baseUrl}/elsewhere` }],
  ] as const) {
    answer = (response) => response.writeHead(status, headers).end(body)
    expect(await messenger.send(message('whatsapp'))).toMatchObject({ ok: false, reason: 'unreachable' })
  }
  expect(heard.some((url) => url?.includes('elsewhere') || url?.includes('secret'))).toBe(false)
  server.closeAllConnections()
  server.close()
})

it.each([
  ['never answers', () => {}],
  ['stops in the middle of its answer', (response: ServerResponse) => void response.writeHead(200).write('{"a":')],
])(
  'gives up and closes the connection when a provider %s',
  async (_, answer) => {
    let opened = 0
    let closed = 0
    const server = createServer((_request, response) => answer(response))
    server.on('connection', (socket) => {
      opened += 1
      socket.on('close', () => {
        closed += 1
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const at = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs: patience(300) }
    const account = { accountSid: 'a', keyId: 'k', token: 't', entityId: '1', header: 'DEMOVA', reportUrl: at.baseUrl }
    const messengers: [Provider, Messenger][] = [
      ['exotel', exotelMessenger({ ...at, ...account })],
      ['msg91', msg91Messenger({ ...at, authKey: 'k', header: 'DEMOVA' })],
      ['whatsapp', whatsappMessenger({ ...at, phoneId: '1', businessId: '2', token: 'secret-token' })],
    ]
    // Waits of this kind count against the channel, which pauses after three.
    const silent = { ok: false, reason: 'unreachable', message: 'The provider did not answer in time.' }
    for (const [provider, messenger] of messengers) {
      expect(await messenger.send(message(provider)), provider).toEqual(silent)
      expect(await messenger.tryKeys(), provider).toEqual(silent)
    }
    expect(opened).toBeGreaterThan(0)
    await expect.poll(() => closed).toBe(opened)
    server.close()
  },
  patience(60_000),
)

it('returns a retry delay of 60 seconds when no connection was made', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  for (const baseUrl of [`http://127.0.0.1:${port}`, 'http://nobody.invalid']) {
    const settings = { phoneId: '1', businessId: '2', token: 'secret-token', baseUrl, timeoutMs: patience(5000) }
    const sent = await whatsappMessenger(settings).send(message('whatsapp'))
    expect(sent).toMatchObject({ ok: false, reason: 'limited', retryAfterSeconds: 60 })
  }
})

it('writes each message to one file, and finds it again', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-messages-'))
  const messenger = fileMessenger({ folder })
  const sent = message('exotel')
  expect(await messenger.find(sent.reference, new Date())).toEqual({ ok: true, found: 'never' })
  expect(await messenger.send(sent)).toEqual({ ok: true, providerId: `file-${sent.reference}`, parts: 1 })
  expect(await messenger.find(sent.reference, new Date())).toMatchObject({ found: 'sent' })
  expect(readFileSync(path.join(folder, readdirSync(folder)[0] ?? ''), 'utf8')).toContain(testTemplate.filled)
  rmSync(folder, { recursive: true })
})
