import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import { messageId } from './message-id.server'
import { type Mail, type Mailer, senderOf, unsubscribeHeaders } from './port'

/**
 * The twin for a machine without a mail server: each mail becomes an .eml file that a mail program opens and a person can
 * read (8bit, so that links stay whole). Where `tell` is given, its links are told in a line, for whoever tries the portal out.
 */
export function fileMailer(options: { folder: string; from: string; tell?: (line: string) => void }): Mailer {
  return {
    send: async (mail) => {
      await mkdir(options.folder, { recursive: true, mode: 0o700 })
      const time = new Date().toISOString().replace(/[:.]/g, '-')
      const file = path.join(options.folder, `${time}-${mail.reference}.eml`)
      const unfinished = path.join(options.folder, `.${randomUUID()}`)
      await writeFile(unfinished, letter(mail, options.from), { mode: 0o600 })
      // A reader of the folder never sees half a mail.
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

/** A line break in a header would begin a header of the writer's choice. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}

/** Encoded words, each on a line of its own: header lines are short. */
function headerText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeWord(text, 'B', 52).replace(/\?= =\?/g, '?=\n =?')
}
