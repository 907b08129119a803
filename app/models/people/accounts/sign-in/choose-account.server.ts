import { select, selectOne } from '~/database/database.server'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { VisitorScope } from '~/models/core/shared/scope.server'
import { type Browser, openAccount } from '../open-account.server'
import { maskedName } from '../rules'

/**
 * Lists the accounts that one password fits, for the page on which the user picks one. `proved` comes from the signed
 * ticket.
 */
export async function listAccountChoices(_visitor: VisitorScope, proved: readonly string[]) {
  const rows = await select<{ publicId: string; firstName: string; schoolName: string; activated: number }>(
    `SELECT st.public_id AS publicId, st.first_name AS firstName, sc.name AS schoolName,
       st.password_hash IS NOT NULL AS activated
     FROM students st JOIN schools sc ON sc.id = st.school_id
     WHERE st.public_id IN (:proved) AND st.status = 'active' ORDER BY st.id`,
    { proved },
  )
  return rows.map(({ activated, firstName, ...choice }) => ({
    ...choice,
    // A birth date alone must not reveal a name.
    firstName: activated ? firstName : maskedName(firstName),
  }))
}

/**
 * Returns null when the password was checked for the account, else refuses `not-proved`. The page offers no other
 * accounts, so another choice is logged as tampering.
 */
export async function refuseUnproved(proved: readonly string[], chosen: string) {
  if (proved.includes(chosen)) return null
  await recordSecurityEvent({ schoolId: null }, { kind: 'tampered', details: { what: 'choice of an account' } })
  return refused('not-proved')
}

/** Opens the chosen account; refuses an account for which the password was not checked. */
export async function chooseAccount(
  visitor: VisitorScope,
  proved: readonly string[],
  chosen: string,
  browser: Browser,
) {
  const refusal = await refuseUnproved(proved, chosen)
  if (refusal) return refusal
  const row = await selectOne<{ id: number; schoolId: number; activated: number }>(
    `SELECT id, school_id AS schoolId, password_hash IS NOT NULL AS activated FROM students
     WHERE public_id = :chosen AND status = 'active'`,
    { chosen },
  )
  if (!row) return refused('not-proved')
  const { activated, ...account } = { kind: 'student' as const, ...row }
  const stage = activated ? 'full' : 'choose-password'
  return done(await openAccount(visitor, account, stage, browser, 'account-chosen'))
}
