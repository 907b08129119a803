import { flag, inTransaction, number, selectRow, selectRows, text, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { recordAudits } from '~/models/core/audit/record-audit.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { mailsLeft } from '~/models/core/outbox/mail-room.server'
import { addDays, formatDay, todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type InvitationWay, invitationDays, makeInvitation } from './invitations.server'
import { givesRightSql, isInvitedSql } from './invited'
import { rightContacts } from './told.server'

/** Maximum slips per file: the file is made during the request. */
export const maxInvited = 400

/**
 * One guardian by public id, or those with a child in this class and section ('' for any). `again` includes guardians
 * already invited.
 */
export type InviteSelection = { guardian: string } | { class: string; section: string; again: boolean }

const invited = {
  id: number('g.id'),
  publicId: text('g.public_id'),
  name: text('g.name'),
  ...rightContacts,
  isInvited: flag(isInvitedSql('g')),
  /** Language of the guardian, or else of the oldest child. */
  language: wordOf<Language>(
    "COALESCE(g.language, SUBSTRING_INDEX(GROUP_CONCAT(s.language ORDER BY s.date_of_birth, s.id SEPARATOR ','), ',', 1))",
  ),
  children: text("GROUP_CONCAT(s.first_name ORDER BY s.date_of_birth, s.id SEPARATOR ', ')"),
}

const joins = `family_guardians g
  JOIN guardian_links k ON k.school_id = g.school_id AND k.guardian_id = g.id AND ${givesRightSql}
  JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id AND s.status = 'active'`

const hasAddress = "(g.email IS NOT NULL AND g.email_state <> 'wrong')"

/** SQL condition per way of delivery: to use a slip, the guardian must also enter a mobile number or e-mail address. */
const isReachable: Record<InvitationWay, string> = {
  slip: `((g.mobile_number IS NOT NULL AND g.mobile_state <> 'wrong') OR ${hasAddress})`,
  mail: hasAddress,
}

/**
 * Lists guardians who can be invited this way: with a number or address (for mail, an address) that is not wrong, and
 * rights for an active child. For a class, lists only guardians who have not activated an account. A single guardian
 * may have activated one, and then gets a new password. Sorted by name, at most `maxInvited` + 1.
 */
export function listToInvite({ schoolId }: SchoolScope, whom: InviteSelection, way: InvitationWay) {
  const condition =
    'guardian' in whom
      ? 'g.public_id = :guardian'
      : `g.account_id IS NULL AND ${whom.again ? 'TRUE' : `NOT ${isInvitedSql('g')}`}
         AND g.id IN (SELECT x.guardian_id FROM guardian_links x
           JOIN academic_sessions a ON a.school_id = x.school_id AND a.is_current = 1
           JOIN enrollments e ON e.student_id = x.student_id AND e.academic_session_id = a.id AND e.status = 'studying'
           JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id
           WHERE x.school_id = :schoolId AND c.public_id = :class AND (:section = '' OR t.public_id = :section))`
  return selectRows(
    invited,
    `FROM ${joins} WHERE g.school_id = :schoolId AND ${isReachable[way]} AND ${condition}
     GROUP BY g.id ORDER BY g.name, g.id LIMIT ${maxInvited + 1}`,
    'guardian' in whom ? { schoolId, ...whom } : { schoolId, class: whom.class, section: whom.section },
  )
}

type Invited = Awaited<ReturnType<typeof listToInvite>>[number]

/** Content of a slip or mail. Never shows the full mobile number, which the slip alone must not reveal. */
export interface InvitationSlip {
  language: Language
  name: string
  children: string
  code: string
  /** Last two digits of the mobile number; null if the guardian must enter an e-mail address instead. */
  mobileEnd: string | null
  /** `YYYY-MM-DD` */
  validUntil: string
}

/**
 * Creates a new code for each guardian, which voids the previous one, and returns the slips. Refuses `nobody`, and
 * `too-many` for one file.
 */
export function makeSlips(scope: SchoolScope, whom: InviteSelection) {
  return inTransaction(async () => {
    const guardians = await listToInvite(scope, whom, 'slip')
    if (guardians.length === 0) return refused('nobody')
    if (guardians.length > maxInvited) return refused('too-many')
    return done(await invite(scope, guardians, 'slip'))
  })
}

/**
 * Mails invitations to guardians with an address; returns their number. Refuses `nobody`, `too-many`, and
 * `too-many-mails` above the school's daily limit.
 */
export function mailInvitations(scope: SchoolScope, whom: InviteSelection, address: string) {
  return inTransaction(async () => {
    const guardians = await listToInvite(scope, whom, 'mail')
    if (guardians.length === 0) return refused('nobody')
    if (guardians.length > maxInvited) return refused('too-many')
    if ((await mailsLeft(scope.schoolId)) < guardians.length) return refused('too-many-mails')
    const school = await selectRow({ name: text('c.name') }, 'FROM schools c WHERE c.id = :schoolId', {
      schoolId: scope.schoolId,
    })
    const slips = await invite(scope, guardians, 'mail')
    for (const [index, slip] of slips.entries()) {
      const to = guardians[index]?.email
      if (!to) continue
      const subject = m.family_mail_subject({ school: school?.name ?? '' }, { locale: slip.language })
      await enqueueMail({ schoolId: scope.schoolId, to, subject, text: mailText(slip, school?.name ?? '', address) })
    }
    return done(slips.length)
  })
}

/** Runs in the caller's transaction: creates invitations and audits them. */
async function invite(
  scope: SchoolScope,
  guardians: readonly Invited[],
  way: InvitationWay,
): Promise<InvitationSlip[]> {
  const validUntil = addDays(todayInIndia(new Date()), invitationDays)
  const slips: InvitationSlip[] = []
  for (const { id, language, name, children, mobileNumber } of guardians) {
    const invitation = await makeInvitation(scope, id, way)
    if (!invitation.ok) throw new Error(`A guardian who can be reached was not invited: ${invitation.reason}`)
    slips.push({
      language,
      name,
      children,
      code: invitation.value,
      mobileEnd: mobileNumber?.slice(-2) ?? null,
      validUntil,
    })
  }
  await recordAudits(
    scope,
    guardians.map(({ id, name }) => ({
      action: 'guardian.invited',
      subject: { kind: 'guardian', id },
      details: { name, by: way },
    })),
  )
  return slips
}

/** Tells the guardian, in the slip's language, which contact to enter with the code. */
export function neededWords({ mobileEnd, language }: Pick<InvitationSlip, 'mobileEnd' | 'language'>): string {
  const localeOption = { locale: language }
  return mobileEnd === null
    ? m.family_slip_email({}, localeOption)
    : m.family_slip_mobile({ end: mobileEnd }, localeOption)
}

function mailText(slip: InvitationSlip, school: string, address: string): string {
  const localeOption = { locale: slip.language }
  return [
    m.family_mail_line({ school, children: slip.children }, localeOption),
    '',
    `${m.family_slip_address({}, localeOption)}: ${address}`,
    `${m.family_slip_code({}, localeOption)}: ${slip.code}`,
    `${m.family_slip_until({}, localeOption)}: ${formatDay(slip.validUntil, slip.language)}`,
    `${m.family_slip_needed({}, localeOption)}: ${neededWords(slip)}`,
    '',
    m.family_slip_then({}, localeOption),
  ].join('\n')
}
