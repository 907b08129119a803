import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { messageId } from './message-id.server'
import { type Mail, type Mailer, senderOf, unsubscribeHeaders } from './port'

/**
 * Mailer for a machine without a mail server: writes each mail to an .eml file that mail programs and people can read
 * (8bit, so that links stay whole). Passes the links to `tell`, if set, for people who try the portal.
 */
export function fileMailer(options: { folder: string; from: string; tell?: (line: string) => void }): Mailer {
  return {
    send: async (mail) => {
      await mkdir(options.folder, { recursive: true, mode: 0o700 })
      const time = new Date().toISOString().replace(/[:.]/g, '-')
      const file = path.join(options.folder, `${time}-${mail.reference}.eml`)
      const unfinished = path.join(options.folder, `.${randomUUID()}`)
      await writeFile(unfinished, letter(mail, options.from), { mode: 0o600 })
      // Renames at the end, so that a reader of the folder never sees half a mail.
      await rename(unfinished, file)
      const links = mail.text.match(/https?:\/\/[^\s<>"]+/g) ?? []
      options.tell?.([`Mail "${oneLine(mail.subject)}" is in ${file}`, ...links].join('\n  '))
      return { ok: true }
    },
    close: () => {},
  }
}

function letter(mail: Mail, from: string): string {
  const lines = [
    `From: ${fromHeader(senderOf(from, mail.sender))}`,
    `To: ${oneLine(mail.to)}`,
    `Subject: ${headerText(oneLine(mail.subject))}`,
    `Date: ${mail.writtenAt.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId(mail.reference)}`,
    ...Object.entries(unsubscribeHeaders(mail)).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    mail.text,
    '',
  ]
  return lines.join('\n').replace(/\r?\n/g, '\r\n')
}

function fromHeader({ name, address }: { name: string; address: string }): string {
  const plain = oneLine(name).replace(/["\\]/g, '')
  return name
    ? `${/^[\w ]*$/.test(plain) ? plain : headerText(plain) === plain ? `"${plain}"` : headerText(plain)} <${address}>`
    : address
}

/** Removes line breaks, with which a sender could add their own header. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}

/** Encodes a header, one encoded word per line, since header lines are short. */
function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeWord(text, 'B', 52).replace(/\?= =\?/g, '?=\n =?')
}
