import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, select } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { recordSecurityEvents } from '~/models/audit/record-security-event.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import type { VisitorScope } from '~/models/shared/scope.server'
import { accountsSharingAName, maxAccountsChecked } from '~/models/students/options'
import { resetLinkMinutes } from './options'
import { makeResetToken } from './reset-links.server'
import { bucketOf, claimAttempt } from './throttle.server'

/** Every request takes this long (milliseconds), so that the time does not tell whether there was a mail to write. */
const answerAfter = 250

/** Mails to one address: four in a row, then one in a quarter of an hour. */
const mailDelay = (requests: number) => (requests < 4 ? 0 : 15 * 60)

interface FoundAccount {
  id: number
  schoolId: number
  name: string
  email: string
  language: Language
  schoolName: string
}

/**
 * Mails a link for each account of the address, in one mail. Says nothing about whether there is any.
 * @param linkOf makes the full address of the reset page for an e-mail and a token
 */
export async function requestPasswordReset(
  _visitor: VisitorScope,
  role: 'student' | 'staff',
  email: string,
  linkOf: (email: string, token: string) => string,
): Promise<void> {
  await Promise.all([mailLinks(role, email.trim().toLowerCase(), linkOf), sleep(answerAfter)])
}

async function mailLinks(
  role: 'student' | 'staff',
  email: string,
  linkOf: (email: string, token: string) => string,
): Promise<void> {
  const claimed = await claimAttempt(bucketOf(`reset-${role}`, email), mailDelay)
  if (!claimed.ok) return
  const accounts = await findAccounts(role, email)
  const [first] = accounts
  await recordSecurityEvents(
    first
      ? accounts.map(({ id, schoolId }) => ({ schoolId, kind: 'reset-asked', subject: { kind: role, id } }))
      : [{ schoolId: null, kind: 'reset-asked', unknownName: email }],
  )
  if (!first) return
  await inTransaction(async () => {
    const links: string[] = []
    for (const account of accounts) {
      const link = linkOf(
        account.email,
        await makeResetToken({ kind: role, schoolId: account.schoolId, id: account.id }, resetLinkMinutes),
      )
      links.push(`${account.name} (${account.schoolName}):\n${link}`)
    }
    const mail = inLanguage(first.language, () => ({
      subject: m.mail_reset_subject(),
      text: m.mail_reset_text({ links: links.join('\n\n'), minutes: resetLinkMinutes }),
    }))
    // To the address that is on file, never to the one typed: the database finds some that differ by an accent.
    await enqueueMail({ schoolId: first.schoolId, to: first.email, ...mail })
  })
}

async function findAccounts(role: 'student' | 'staff', email: string): Promise<FoundAccount[]> {
  const rows = await select<Omit<FoundAccount, 'email'> & { email: string | null }>(
    role === 'student'
      ? `SELECT id, schoolId, name, email, language, schoolName FROM (
           SELECT a.id, a.school_id AS schoolId, CONCAT(a.first_name, ' ', a.last_name) AS name, a.email, a.language,
             s.name AS schoolName, ROW_NUMBER() OVER (PARTITION BY a.school_id ORDER BY a.id) AS place
           FROM students a JOIN schools s ON s.id = a.school_id WHERE a.email = :email AND a.status = 'active'
         ) AS found WHERE place <= ${accountsSharingAName} ORDER BY place, id LIMIT ${maxAccountsChecked}`
      : `SELECT a.id, a.school_id AS schoolId, a.name, a.email, 'en' AS language, s.name AS schoolName
         FROM staff_users a JOIN schools s ON s.id = a.school_id WHERE a.email = :email AND a.status = 'active'`,
    { email },
  )
  return rows.filter((row): row is FoundAccount => row.email?.toLowerCase() === email)
}
