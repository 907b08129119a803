import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { changeFineRule } from '~/models/ledger/change-fine-rule.server'
import { type FineRule, fineRuleText } from '~/models/ledger/fine-rules'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockFee } from './lock-fee.server'
import { Fee } from './tables.server'

/**
 * Gives a fee another late fine, or none. It counts at once for every instalment that is not paid, from its due date (or
 * from the day it was raised, if later); what is paid keeps
 * its fine, waived fines stay waived, and what is being paid changes only if that payment comes to nothing.
 */
export function setFineRule(
  scope: SchoolScope,
  publicId: string,
  rule: FineRule | null,
): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    const plan = await lockFee(scope, publicId)
    if (!plan) return refused('not-found')
    const fineRule = fineRuleText(rule)
    if (fineRule === plan.fineRule) return done()
    await Fee.update({ fineRule }, { where: { id: plan.id, schoolId: scope.schoolId } })
    const sourceIds = plan.instalments.map((instalment) => instalment.id)
    await changeFineRule(scope, { kind: 'fee', sourceIds, rule })
    await recordAudit(scope, {
      action: 'fee.fine-changed',
      subject: { kind: 'fee', id: plan.id },
      details: { name: plan.name, rule: fineRule, ruleBefore: plan.fineRule },
    })
    return done()
  })
}
