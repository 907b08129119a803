import type { z } from 'zod'
import { execute, exists, inTransaction, selectRow, text } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { School, SchoolSettings } from '~/models/core/schools/tables.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { takeQuota } from '~/models/core/shared/quota.server'
import type { VisitorScope } from '~/models/core/shared/scope.server'
import { hashPassword } from '~/services/secrets/passwords.server'
import { hashToken, newToken } from '~/services/secrets/secrets.server'
import { type Browser, openAccount } from '../open-account.server'
import { schoolLinkHours, schoolsAnHour } from '../options'
import { withFirstPassword } from '../passwords/first-password.server'
import { mailedTokenSchema, schoolFields } from '../schema'
import { type Account, scopeOfAccount } from '../sign-in/sessions.server'
import { bucketOf } from '../sign-in/throttle.server'
import { StaffUser } from '../tables.server'

/** Form behind the mailed link: the registration once more, with the address fixed, and the password. */
export const openSchoolSchema = withFirstPassword(
  schoolFields.omit({ email: true }).and(mailedTokenSchema),
  'staff',
  (readField) => ({ names: [readField('name'), readField('person')], phones: [readField('phone')] }),
)

interface Facts {
  /** Network address of the sender. */
  address: string
  language: Language
  /** Returns the full URL of the page that opens the school, for a token. */
  linkOf: (token: string) => string
  signInAt: string
}

/**
 * Stores the form and mails a link that opens the school; the recipient chooses the password, because a stranger may
 * have filled in the form. A new form for the address replaces the earlier one. An address that is already registered
 * gets a different mail, but the result here is the same. Mails contain no typed text. Refuses `too-many` per network
 * address or installation.
 */
export async function registerSchool(
  _visitor: VisitorScope,
  form: z.output<typeof schoolFields>,
  facts: Facts,
): Promise<Outcome<undefined, 'too-many'>> {
  const { name, person, email, phone, address } = form
  const hasRoom =
    (await takeQuota(bucketOf('school', facts.address), schoolsAnHour.address)) &&
    (await takeQuota('schools', schoolsAnHour.installation))
  if (!hasRoom) return refused('too-many')
  await inTransaction(async () => {
    if (!(await takeQuota(bucketOf('school-mail', email), schoolsAnHour.mails, 3600))) return
    const isKnown = await exists('FROM staff_users WHERE email = :email', { email })
    const token = newToken()
    if (!isKnown) {
      await execute(
        `REPLACE INTO school_registrations (email, token_hash, name, person, phone, address, expires_at, created_at)
         VALUES (:email, :hash, :name, :person, :phone, :address, UTC_TIMESTAMP(3) + INTERVAL :hours HOUR, UTC_TIMESTAMP(3))`,
        { email, hash: hashToken(token), name, person, phone, address, hours: schoolLinkHours },
      )
    }
    const mail = inLanguage(facts.language, () =>
      isKnown
        ? { subject: m.mail_school_known_subject(), text: m.mail_school_known_text({ link: facts.signInAt }) }
        : {
            subject: m.mail_school_subject(),
            text: m.mail_school_text({ link: facts.linkOf(token), hours: schoolLinkHours }),
          },
    )
    await enqueueMail({ schoolId: null, to: email, ...mail, isOfAccount: true, isOfRegistration: true })
  })
  return done()
}

const registration = {
  name: text('name'),
  person: text('person'),
  email: text('email'),
  phone: text('phone'),
  address: text('address'),
}
const byToken = 'FROM school_registrations WHERE token_hash = :hash AND expires_at > UTC_TIMESTAMP(3)'

export function findRegistration(_visitor: VisitorScope, token: string) {
  return selectRow(registration, byToken, { hash: hashToken(token) })
}

type Opening = Omit<z.output<typeof openSchoolSchema>, 'token' | 'password_confirmation'>

/**
 * Creates an empty school and its owner, once per mailed link, and signs the owner in. The names are those that the
 * recipient of the link entered. The school becomes public when the operator approves it, or at once (`approved`).
 * Refuses `link-not-valid`, and `email-taken` when another staff account has taken the address since.
 */
export async function openSchool(
  visitor: VisitorScope,
  token: string,
  { password, person, ...named }: Opening,
  { browser, approved }: { browser: Browser; approved: boolean },
) {
  if (!(await findRegistration(visitor, token))) return refused('link-not-valid')
  const passwordHash = await hashPassword(password)
  const opened = await inTransaction(
    async () => {
      // Locks the row: of concurrent calls with one link, only the first finds it.
      const registrationRow = await selectRow({ email: text('email') }, `${byToken} FOR UPDATE`, {
        hash: hashToken(token),
      })
      if (!registrationRow) return refused('link-not-valid')
      const { email } = registrationRow
      const school = { ...named, email }
      await execute('DELETE FROM school_registrations WHERE email = :email', { email })
      const approvedAt = approved ? new Date() : null
      const { id: schoolId } = await School.create({ publicId: newPublicId(), ...school, approvedAt })
      await SchoolSettings.create({ schoolId, aadhaarLastFourAt: new Date() })
      const owner = { name: person, email, role: 'owner', passwordHash } as const
      const { id } = await StaffUser.create({ publicId: newPublicId(), schoolId, ...owner })
      const account: Account = { kind: 'staff', schoolId, id }
      const entry = { action: 'school.registered', subject: { kind: 'school', id: schoolId } }
      await recordAudit(scopeOfAccount(account, person), entry)
      return done(account)
    },
    { staff_email: 'email-taken' },
  )
  return opened.ok ? done(await openAccount(visitor, opened.value, 'full', browser)) : opened
}
