import { execute, inTransaction } from '~/database/database.server'
import { lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { bankAccountOf, isSameAccount } from '~/models/core/schools/bank-account'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { type AccountChange, notifyOfAccount } from '~/models/people/second-person/fee-account.server'
import { secondPersonStep } from '~/models/people/second-person/money-out.server'
import { Hostel } from '../tables.server'

/**
 * Changes a hostel's account for transfers after a second person has approved it. Refuses `not-found` and `changed`
 * (the stored account differs from `before`).
 */
export function changeHostelAccount(scope: SchoolScope, publicId: string, change: AccountChange) {
  return inTransaction(async () => {
    const hostel = await lockThing(Hostel, scope, publicId)
    if (!hostel) return refused('not-found')
    if (!isSameAccount(hostel, change.before)) return refused('changed')
    const wait = await secondPersonStep(scope, { kind: 'hostel-account', subject: publicId, payload: change })
    if (wait) return wait
    await execute(
      `UPDATE hostels SET bank_name = :bankName, bank_account_number = :bankAccountNumber, bank_ifsc_code = :bankIfscCode,
         version = version + 1, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: hostel.id, ...bankAccountOf(change.after) },
    )
    const details = { name: hostel.name, bankAccount: change.after.bankAccountNumber, ifsc: change.after.bankIfscCode }
    await recordAudit(scope, { action: 'hostel.account-changed', subject: { kind: 'hostel', id: hostel.id }, details })
    await notifyOfAccount(scope, hostel.name, change)
    return done()
  })
}
