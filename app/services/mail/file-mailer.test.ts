import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { fileMailer } from './file-mailer.server'

const root = await mkdtemp(path.join(os.tmpdir(), 'shala-mail-'))
afterAll(() => rm(root, { recursive: true }))

let made = 0
async function write(mail: { subject: string; text: string; to?: string }) {
  const folder = path.join(root, String(made++))
  const lines: string[] = []
  const sender = fileMailer({ folder, from: 'Shala <no-reply@shala.test>', tell: (line) => lines.push(line) })
  const writtenAt = new Date('2026-04-01T10:00:00Z')
  const result = await sender.send({ reference: '7', to: 'asha@demo.test', writtenAt, ...mail })
  const files = await readdir(folder)
  const content = await readFile(path.join(folder, files[0] ?? ''), 'utf8')
  const modes = await Promise.all(
    [folder, path.join(folder, files[0] ?? '')].map(async (name) => (await stat(name)).mode & 0o77),
  )
  return { result, files, content, lines, modes }
}

it('writes a mail that people and mail programs can read', async () => {
  const { result, files, content, modes } = await write({
    subject: 'Fee receipt',
    text: 'Dear Asha,\n₹5,000 received.',
  })
  expect(result).toEqual({ ok: true })
  expect(files).toHaveLength(1)
  // The file may hold a link that opens an account, so other users of the machine must not read it.
  expect(modes).toEqual([0, 0])
  expect(files[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-7\.eml$/)
  expect(content).toMatch(/^From: Shala <no-reply@shala\.test>\r\nTo: asha@demo\.test\r\nSubject: Fee receipt\r\n/)
  expect(content).toContain('\r\nDate: Wed, 01 Apr 2026 10:00:00 +0000\r\n')
  expect(content).toContain('\r\nContent-Type: text/plain; charset=utf-8\r\n')
  expect(content).toMatch(/\r\nMessage-ID: <[0-9a-f]{32}@localhost>\r\n/)
  expect(content).toMatch(/\r\n\r\nDear Asha,\r\n₹5,000 received\.\r\n$/)
})

it('encodes a Gujarati subject without loss', async () => {
  const subject = 'તમારો પાસવર્ડ બદલવા માટેની લિંક — શાળા પોર્ટલ'
  const { content } = await write({ subject, text: 'x' })
  const header = /^Subject: ((?:=\?UTF-8\?B\?[^?]+\?=(?:\r\n )?)+)\r\n/m.exec(content)?.[1] ?? ''
  const words = [...header.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)].map((word) =>
    Buffer.from(word[1] ?? '', 'base64').toString(),
  )
  expect(words.join('')).toBe(subject)
  for (const line of header.split('\r\n')) expect(line.length).toBeLessThan(78)
})

it('prints the file name and each whole link, but not the address', async () => {
  const link = `http://localhost:3000/students/reset-password?token=${'x'.repeat(60)}`
  const { lines, content } = await write({
    subject: 'Reset',
    text: `Open this:\n${link}\nor http://localhost:3000/support`,
  })
  expect(lines.join('\n')).toContain(link)
  expect(lines.join('\n')).toContain('http://localhost:3000/support')
  expect(lines.join('\n')).not.toContain('asha@demo.test')
  expect(content).toContain(`\r\n${link}\r\n`)
})

it('prevents header injection by line breaks in subject or address', async () => {
  const { content } = await write({
    subject: 'Hi\r\nBcc: spy@evil.test',
    to: 'a@b.test\nBcc: spy@evil.test',
    text: 'x',
  })
  expect(content).not.toMatch(/^Bcc:/m)
})
