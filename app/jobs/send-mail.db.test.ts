import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { startMailServer } from '../../tests/stand-ins/mail-server'

/** Loads fresh modules: the mailer is chosen once per process from the settings. */
async function load(settings: { smtpUrl?: string } = {}) {
  vi.resetModules()
  process.env.SMTP_URL = settings.smtpUrl ?? ''
  const [{ run }, { enqueueMail }, { inTransaction }, { execute }, { readRow }, { env }] = await Promise.all([
    import('./send-mail.server'),
    import('~/models/core/outbox/enqueue.server'),
    import('~/database/transaction.server'),
    import('~/database/database.server'),
    import('../../tests/factories/read'),
    import('~/env.server'),
  ])
  const to = `asha.${randomBytes(6).toString('hex')}@demo.test`
  await inTransaction(() => enqueueMail({ schoolId: null, to, subject: 'आपकी रसीद', text: 'http://x.test/r' }))
  const find = () =>
    readRow<{ id: number; state: string; attempts: number; lastError: string | null; text: string }>(
      'SELECT id, state, attempts, last_error AS lastError, body_text AS text FROM outgoing_mail WHERE to_address = :to',
      { to },
    )
  const id = (await find())?.id ?? 0
  return { to, id, find, send: () => run({ mailId: id }), execute, readRow, folder: path.join(env().DATA_DIR, 'mail') }
}

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  return () => vi.restoreAllMocks()
})

it('sends a mail once for any number of runs of its job', async () => {
  const mail = await load()
  const job = await mail.readRow<{ payload: string }>(
    `SELECT payload FROM jobs WHERE kind = 'send-mail' AND payload = :payload`,
    { payload: JSON.stringify({ mailId: mail.id }) },
  )
  expect(job).not.toBeNull()
  await mail.send()
  await mail.send()
  expect(await mail.find()).toMatchObject({ state: 'sent', attempts: 1, lastError: null })
  const files = (await readdir(mail.folder)).filter((name) => name.endsWith(`-${mail.id}.eml`))
  expect(files).toHaveLength(1)
  expect(await readFile(path.join(mail.folder, files[0] ?? ''), 'utf8')).toContain(`To: ${mail.to}\r\n`)
})

it('keeps the text, which may contain a password link, only until the mail is sent', async () => {
  const mail = await load()
  expect(await mail.find()).toMatchObject({ state: 'waiting', text: 'http://x.test/r' })
  await mail.send()
  expect(await mail.find()).toMatchObject({ state: 'sent', text: '' })
})

it('retries when the mail server is unreachable, and gives up after twelve attempts', async () => {
  const mail = await load({ smtpUrl: 'smtp://127.0.0.1:9' })
  await expect(mail.send()).rejects.toThrow()
  expect(await mail.find()).toMatchObject({ state: 'waiting', attempts: 1, text: 'http://x.test/r' })
  expect((await mail.find())?.lastError).toBeTruthy()
  await mail.execute('UPDATE outgoing_mail SET attempts = 11 WHERE id = :id', { id: mail.id })
  await mail.send()
  expect(await mail.find()).toMatchObject({ state: 'failed', attempts: 12, text: '' })
})

it('gives up at once on an unknown recipient, and stores the reason without the address', async () => {
  const server = await startMailServer()
  const mail = await load({ smtpUrl: server.url })
  server.refuse(mail.to, `550 ${mail.to} is unknown`)
  await mail.send()
  const row = await mail.find()
  expect(row).toMatchObject({ state: 'failed', attempts: 1 })
  expect(row?.lastError).toContain('is unknown')
  expect(row?.lastError).not.toContain(mail.to)
  // The mail belongs to no school, so the address is not marked as unknown.
  expect(await mail.readRow('SELECT 1 AS one FROM mail_addresses WHERE to_address = :to', { to: mail.to })).toBeNull()
  const { mailer } = await import('~/services/mail/mailer.server')
  mailer().close()
  await server.stop()
})
