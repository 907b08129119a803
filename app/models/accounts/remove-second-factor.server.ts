import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { ownAccount } from './own-account.server'
import { type Account, closeOtherSessions } from './sessions.server'
import { findStaffUser } from './staff-queries.server'

/** Turns the own second factor off; the caller has asked for password and code. */
export function removeOwnFactor(scope: SchoolScope): Promise<void> {
  const account = ownAccount(scope)
  return inTransaction(async () => {
    await deleteFactor(account)
    await recordAudit(scope, { action: 'second-factor.turned-off', subject: { kind: 'staff', id: account.id } })
  })
}

/**
 * Takes the second factor of somebody away whose phone is lost: an owner does, or the operator (the portal itself as actor) for an
 * owner who is alone. Every session of the person ends, and a mail tells of it. The own one is turned off with a code ('own-factor').
 */
export function takeFactorAway(scope: SchoolScope, publicId: string) {
  return inTransaction(async () => {
    const person = await findStaffUser(scope, publicId, { lock: true })
    if (!person) return refused('not-found')
    if (person.id === scope.actor.id) return refused('own-factor')
    const account: Account = { kind: 'staff', schoolId: scope.schoolId, id: person.id }
    if (!(await deleteFactor(account))) return refused('has-none')
    await closeOtherSessions(scope, account, null)
    const details = { name: person.name, email: person.email }
    const subject = { kind: 'staff', id: person.id }
    await recordAudit(scope, { action: 'second-factor.taken-away', subject, details })
    await writeMail(scope, person)
    return done()
  })
}

async function writeMail(scope: SchoolScope, person: { name: string; email: string }): Promise<void> {
  const by = scope.actor.kind === 'system' ? 'The operator of the portal' : scope.actor.name
  const text = [
    `Hello ${person.name},`,
    `${by} has turned off your two-step sign-in. From now on your password alone opens your account.`,
    'If you did not ask for this, change your password now, and tell an owner of your school. Set up two-step sign-in again under My account.',
  ].join('\n\n')
  const subject = 'Your two-step sign-in was turned off'
  await enqueueMail({ schoolId: scope.schoolId, to: person.email, subject, text })
}

/** Whether there was one that asked for codes. The passkeys beside it go with its row, by their foreign key. */
async function deleteFactor(account: Account): Promise<boolean> {
  const who = { schoolId: account.schoolId, id: account.id }
  const deleted = await execute(
    `DELETE FROM staff_factors WHERE school_id = :schoolId AND staff_user_id = :id AND confirmed_at IS NOT NULL`,
    who,
  )
  await execute('DELETE FROM recovery_codes WHERE school_id = :schoolId AND staff_user_id = :id', who)
  return deleted > 0
}
