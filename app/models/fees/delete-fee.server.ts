import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { withdrawDues } from '~/models/ledger/withdraw-dues.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockFee } from './lock-fee.server'
import { Fee } from './tables.server'

/** Deletes a fee and takes its unpaid dues from the students; refuses once anybody has paid or begun to ('has-payments'). */
export async function deleteFee(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'has-payments'>> {
  return inTransaction(
    async () => {
      const fee = await lockFee(scope, publicId)
      if (!fee) return refused('not-found')
      const sourceIds = fee.instalments.map((instalment) => instalment.id)
      const studentIds = await withdrawDues(scope, { kind: 'fee', sourceIds })
      await Fee.destroy({ where: { id: fee.id, schoolId: scope.schoolId } })
      await recordAudit(scope, {
        action: 'fee.deleted',
        subject: { kind: 'fee', id: fee.id },
        details: { name: fee.name, class: fee.className, session: fee.sessionName, students: studentIds.length },
      })
      return done()
    },
    {
      payment_lines_due: 'has-payments',
    },
  )
}
