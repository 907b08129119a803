import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { forgetDevices } from './devices.server'
import { type Account, closeOtherSessions } from './sessions.server'

/** Ends every session of the student but this one; no browser is known to the account any longer. */
export function signOutEverywhere(scope: StudentScope, keepToken: string): Promise<void> {
  const account: Account = { kind: 'student', schoolId: scope.schoolId, id: scope.studentId }
  return inTransaction(async (tx) => {
    await closeOtherSessions(scope, account, keepToken, tx)
    await forgetDevices(account, tx)
    await recordAudit(scope, { action: 'sessions.ended', subject: { kind: 'student', id: scope.studentId } }, tx)
  })
}
