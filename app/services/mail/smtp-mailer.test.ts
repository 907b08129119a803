import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, expect, it } from 'vitest'
import { startMailServer } from '../../../tests/stand-ins/mail-server'
import { healthOf } from '../health'
import type { Mailer } from './port'
import { smtpMailer } from './smtp-mailer.server'

const server = await startMailServer()
let sender: Mailer
afterEach(() => sender.close())
afterAll(() => server.stop())

const letter = (to: string, subject = 'Fee receipt') => ({
  reference: '7',
  to,
  subject,
  text: 'नमस्ते आशा,\n₹5,000 मिले।',
  writtenAt: new Date('2026-04-01T10:00:00Z'),
})
const connect = (url = server.url) => {
  sender = smtpMailer({ url, from: 'Shala <no-reply@shala.test>' })
  return sender
}

it('sends a mail in UTF-8, with the same Message-ID on a repeat', async () => {
  const mail = letter('asha@demo.test', 'आपकी फ़ीस की रसीद')
  expect(await connect().send(mail)).toEqual({ ok: true })
  expect(await sender.send(mail)).toEqual({ ok: true })
  const [first = '', second = ''] = server.letters
  expect(first).toContain('To: asha@demo.test')
  expect(first).toContain('From: Shala <no-reply@shala.test>')
  expect(first).toMatch(/Content-Type: text\/plain; charset=utf-8/)
  expect(first).toMatch(/Subject: =\?UTF-8\?/)
  const body = first.split('\r\n\r\n')[1] ?? ''
  expect(Buffer.from(body, 'base64').toString('utf8')).toContain('₹5,000 मिले।')
  const id = /^Message-ID: (.+)$/m.exec(first)?.[1]
  expect(id).toMatch(/^<[0-9a-f]{32}@localhost>/)
  expect(/^Message-ID: (.+)$/m.exec(second)?.[1]).toBe(id)
})

it('reports an unknown address when the server refuses it, without the address in the result', async () => {
  server.refuse('nobody@demo.test', '550 no such reader <nobody@demo.test>')
  const result = await connect().send(letter('nobody@demo.test'))
  expect(result).toMatchObject({ ok: false, reason: 'nobody' })
  expect(JSON.stringify(result)).not.toContain('nobody@demo.test')
})

it('reports that a mail can be retried when the server asks for that', async () => {
  server.refuse('full@demo.test', '452 mailbox full')
  expect(await connect().send(letter('full@demo.test'))).toMatchObject({ ok: false, reason: 'later' })
})

it('sends unencrypted mail to another machine only when the server’s URL allows it', async () => {
  const other = server.url.replace('127.0.0.1', '127.0.0.2')
  const taken = server.letters.length
  expect(await connect(other).send(letter('asha@demo.test'))).toMatchObject({ ok: false, reason: 'unreachable' })
  expect(server.letters).toHaveLength(taken)
  sender.close()
  expect(await connect(`${other}/?requireTLS=false`).send(letter('asha@demo.test'))).toEqual({ ok: true })
})

it('reports a server that is down as unreachable', async () => {
  expect(await connect('smtp://127.0.0.1:9').send(letter('asha@demo.test'))).toMatchObject({
    ok: false,
    reason: 'unreachable',
  })
})

it('keeps its connections for further mails: up to five, and up to six for urgent mails', async () => {
  connect()
  const before = server.connections()
  for (let mail = 0; mail < 3; mail++) expect(await sender.send(letter('asha@demo.test'))).toEqual({ ok: true })
  expect(server.connections() - before).toBe(1)
  const urgent = { ...letter('asha@demo.test'), isUrgent: true }
  for (let mail = 0; mail < 3; mail++) await sender.send(urgent)
  expect(server.connections() - before).toBe(2)
  await Promise.all(
    Array.from({ length: 30 }, (_, mail) => sender.send(mail % 2 === 0 ? urgent : letter('asha@demo.test'))),
  )
  expect(server.connections() - before).toBeLessThanOrEqual(11)
})

it('reports the mail server as paused after three mails without an answer, but not for refused addresses', async () => {
  healthOf('mail').noteAnswer(1)
  server.refuse('nobody@demo.test', '550 no such reader <nobody@demo.test>')
  connect()
  for (let mail = 0; mail < 4; mail++) await sender.send(letter('nobody@demo.test'))
  expect(healthOf('mail').state).toBe('fine')
  sender.close()
  connect('smtp://127.0.0.1:9')
  for (let mail = 0; mail < 3; mail++) await sender.send(letter('asha@demo.test'))
  expect(healthOf('mail').state).toBe('resting')
  healthOf('mail').noteAnswer(1)
})

it('distinguishes a refused mail from an unknown address', async () => {
  server.refuse('strict@demo.test', '550 5.7.1 blocked: your server is on a list')
  expect(await connect().send(letter('strict@demo.test'))).toMatchObject({ ok: false, reason: 'refused' })
})

it('adds one-click unsubscribe headers to bulk mail only, and signs them', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const dkim = {
    domain: 'shala.test',
    selector: 's1',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  sender = smtpMailer({ url: server.url, from: 'Shala <no-reply@shala.test>', dkim })
  const unsubscribeUrl = `https://school.test/unsubscribe/${'x'.repeat(300)}`
  const bulk = { ...letter('asha@demo.test'), unsubscribeUrl, returnTo: 'bounces+1-abc@shala.test' }
  expect(await sender.send(bulk)).toEqual({ ok: true })
  expect(await sender.send(letter('asha@demo.test'))).toEqual({ ok: true })
  const [head = '', receipt = ''] = server.letters
    .slice(-2)
    .map((one) => one.split('\r\n\r\n')[0]?.replace(/\r\n\s+/g, ' '))
  expect(head).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`)
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(head).toMatch(/^DKIM-Signature: .*d=shala\.test;.*h=[^;]*list-unsubscribe:list-unsubscribe-post/im)
  expect(receipt).not.toContain('List-Unsubscribe')
  expect(server.senders.slice(-2)).toEqual(['bounces+1-abc@shala.test', 'no-reply@shala.test'])
})
