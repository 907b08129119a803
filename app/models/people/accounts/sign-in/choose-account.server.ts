import { flag, number, selectRow, selectRows, text } from '~/database/database.server'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { VisitorScope } from '~/models/core/shared/scope.server'
import { type Browser, openAccount } from '../open-account.server'
import { maskedName } from '../rules'

/**
 * Lists the accounts that one password fits, for the page on which the user picks one. `proved` are their public ids,
 * from the signed ticket that sign-in issued.
 */
export async function listAccountChoices(_visitor: VisitorScope, proved: readonly string[]) {
  const isActivated = flag('st.password_hash IS NOT NULL')
  const rows = await selectRows(
    { publicId: text('st.public_id'), firstName: text('st.first_name'), schoolName: text('sc.name'), isActivated },
    `FROM students st JOIN schools sc ON sc.id = st.school_id
     WHERE st.public_id IN (:proved) AND st.status = 'active' ORDER BY st.id`,
    { proved },
  )
  return rows.map(({ isActivated, firstName, ...choice }) => ({
    ...choice,
    // A birth date alone must not reveal a name.
    firstName: isActivated ? firstName : maskedName(firstName),
  }))
}

/**
 * Returns null when the password was checked for the account, else refuses `not-proved`. The page offers no other
 * accounts, so another choice is logged as tampering.
 */
export async function refuseUnproved(proved: readonly string[], chosenAccount: string) {
  if (proved.includes(chosenAccount)) return null
  await recordSecurityEvent({ schoolId: null }, { kind: 'tampered', details: { what: 'choice of an account' } })
  return refused('not-proved')
}

/** Opens the chosen account; refuses an account for which the password was not checked. */
export async function chooseAccount(
  visitor: VisitorScope,
  proved: readonly string[],
  chosenAccount: string,
  browser: Browser,
) {
  const refusal = await refuseUnproved(proved, chosenAccount)
  if (refusal) return refusal
  const row = await selectRow(
    { id: number('id'), schoolId: number('school_id'), isActivated: flag('password_hash IS NOT NULL') },
    "FROM students WHERE public_id = :chosen AND status = 'active'",
    { chosen: chosenAccount },
  )
  if (!row) return refused('not-proved')
  const { isActivated, ...account } = { kind: 'student' as const, ...row }
  const stage = isActivated ? 'full' : 'choose-password'
  return done(await openAccount(visitor, account, stage, browser, 'account-chosen'))
}
