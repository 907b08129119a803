import { execute, inTransaction, selectRow, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { operatorContact } from '~/services/site.server'
import { School } from './tables.server'

/** Maximum length of a reason, as in the database. */
export const maxReasonLength = 300

/**
 * Closes a school's portal: no sign-ins, a note on its public pages, and outgoing messages wait. Received payments are
 * still settled (`kindsWhenSuspended`). Notifies its owners by mail. Refuses `suspended` when it already is.
 * @param reason for the owners and the school's audit log, at most 300 characters
 */
export function suspendSchool(scope: SchoolScope, reason: string | null) {
  return change(scope, async (school) => {
    if (school.suspendedAt !== null) return refused('suspended')
    await execute(
      'UPDATE schools SET suspended_at = UTC_TIMESTAMP(3), suspended_reason = :reason WHERE id = :schoolId',
      { schoolId: scope.schoolId, reason },
    )
    await recordAudit(scope, { action: 'school.suspended', subject: subjectOf(scope), details: { reason } })
    const text = [
      `The operator of the portal has suspended ${school.name}.`,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      'No one at the school can sign in, and no mail or message is sent. Nothing is deleted. Payments that families have started are still recorded.',
      operatorContactSentence(),
    ]
    await notifyOwners(scope, 'Your school’s portal is suspended', text)
    return done()
  })
}

/**
 * Reopens the portal of a suspended school. Waiting jobs continue; reminders and notifications of past days are
 * dropped. All users must sign in again. Refuses `open` when the school is not suspended.
 */
export function reopenSchool(scope: SchoolScope, now = new Date()) {
  return change(scope, async (school) => {
    if (school.suspendedAt === null) return refused('open')
    const { schoolId } = scope
    await execute('UPDATE schools SET suspended_at = NULL, suspended_reason = NULL WHERE id = :schoolId', { schoolId })
    await execute('DELETE FROM sessions WHERE school_id = :schoolId', { schoolId })
    await leaveOutPastDays(schoolId, todayInIndia(now))
    await recordAudit(scope, {
      action: 'school.reopened',
      subject: subjectOf(scope),
      details: { since: school.suspendedAt.toISOString() },
    })
    const text = [
      `The operator of the portal has reopened ${school.name}. Everyone can sign in again.`,
      'Reminders and notices of the past days were not sent. Publish those that still apply again.',
    ]
    await notifyOwners(scope, 'Your school’s portal is open again', text)
    return done()
  })
}

const subjectOf = ({ schoolId }: SchoolScope) => ({ kind: 'school', id: schoolId })

const schoolColumns = { ...columnsOf(School, 's', 'name', 'suspendedAt') }

function change<Answer>(
  scope: SchoolScope,
  work: (school: { name: string; suspendedAt: Date | null }) => Promise<Answer>,
) {
  return inTransaction(async () => {
    const school = await selectRow(schoolColumns, 'FROM schools s WHERE s.id = :schoolId FOR UPDATE', {
      schoolId: scope.schoolId,
    })
    if (!school) throw new Error('The school of a scope is gone')
    return work(school)
  })
}

const owner = { name: text('name'), email: text('email') }

/** Sends portal mails, because the school's own mails wait. */
async function notifyOwners({ schoolId }: SchoolScope, mailSubject: string, text: readonly string[]): Promise<void> {
  const owners = await selectRows(
    owner,
    `FROM staff_users WHERE school_id = :schoolId AND role = 'owner' AND status = 'active' ORDER BY id`,
    { schoolId },
  )
  for (const { name, email } of owners) {
    const body = [`Hello ${name},`, ...text].join('\n\n')
    await enqueueMail({ schoolId: null, to: email, subject: mailSubject, text: body, isOfAccount: true })
  }
}

function operatorContactSentence(): string {
  const contact = operatorContact()
  return contact === null ? 'Ask the operator of the portal about it.' : `Ask the operator about it: ${contact}`
}

/**
 * Drops notifications of past days, so that families do not get weeks of old news. Messages have their own check
 * (`isTooLate`).
 */
async function leaveOutPastDays(schoolId: number, today: string): Promise<void> {
  const values = { schoolId, today, begin: new Date(`${today}T00:00:00+05:30`) }
  await execute(
    `UPDATE outgoing_mail SET state = 'skipped', last_error = 'suspended', body_text = ''
     WHERE school_id = :schoolId AND state = 'waiting' AND kind = 'bulk' AND created_at < :begin`,
    values,
  )
  await execute(
    'UPDATE notices SET mail_after = NULL WHERE school_id = :schoolId AND mail_after IS NOT NULL AND from_on < :today',
    values,
  )
  await execute(
    `DELETE FROM jobs WHERE turn_of = :schoolId AND state = 'waiting' AND run_at < :begin
       AND kind IN ('tell-notice', 'tell-results', 'tell-cards')`,
    values,
  )
}
