import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { forgetDevices } from './devices.server'
import { ownAccount } from './own-account.server'
import { closeOtherSessions } from './sessions.server'

/** Ends every session of a student or staff user but this one; no browser is known to the account any longer. */
export function signOutEverywhere(scope: StudentScope | SchoolScope, keepToken: string): Promise<void> {
  const account = ownAccount(scope)
  return inTransaction(async () => {
    await closeOtherSessions(scope, account, keepToken)
    await forgetDevices(account)
    await recordAudit(scope, { action: 'sessions.ended', subject: { kind: account.kind, id: account.id } })
  })
}
