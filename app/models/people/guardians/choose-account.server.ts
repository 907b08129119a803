import { number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { VisitorScope } from '~/models/core/shared/scope.server'
import { type Browser, openAccount } from '~/models/people/accounts/open-account.server'
import { refuseUnproved } from '~/models/people/accounts/sign-in/choose-account.server'

/**
 * Accounts that match one password, with their schools, for the page where the guardian chooses. `proved` are their
 * public ids, from the signed ticket that sign-in issued.
 */
export function listGuardianChoices(_visitor: VisitorScope, proved: readonly string[]) {
  return selectRows(
    {
      publicId: text('a.public_id'),
      name: text('a.name'),
      schools: textOrNull(`(SELECT GROUP_CONCAT(c.name ORDER BY c.name SEPARATOR ', ') FROM family_guardians g
        JOIN schools c ON c.id = g.school_id WHERE g.account_id = a.id)`),
    },
    "FROM guardian_accounts a WHERE a.public_id IN (:proved) AND a.status = 'active' ORDER BY a.id",
    { proved },
  )
}

/** Opens the chosen account; refuses one for which the password was not proved. */
export async function chooseGuardianAccount(
  visitor: VisitorScope,
  proved: readonly string[],
  chosenAccount: string,
  browser: Browser,
) {
  const refusal = await refuseUnproved(proved, chosenAccount)
  if (refusal) return refusal
  const row = await selectRow(
    { id: number('a.id') },
    "FROM guardian_accounts a WHERE a.public_id = :chosen AND a.status = 'active'",
    { chosen: chosenAccount },
  )
  if (!row) return refused('not-proved')
  const account = { kind: 'guardian', schoolId: null, id: row.id } as const
  return done(await openAccount(visitor, account, 'full', browser, 'account-chosen'))
}
