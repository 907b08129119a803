import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { renameDues } from '~/models/ledger/rename-dues.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockFee } from './lock-fee.server'
import type { FeeWords } from './schema'
import { Fee, FeeInstalment } from './tables.server'

/**
 * Changes a fee's name and its instalments' titles, also where students see them; money, dates and issued receipts stay.
 * Refuses a number of titles that is not the number of instalments ('changed-meanwhile').
 */
export async function renameFee(
  scope: SchoolScope,
  publicId: string,
  words: FeeWords,
): Promise<Outcome<undefined, 'not-found' | 'name-taken' | 'changed-meanwhile'>> {
  return inTransaction(
    async () => {
      const fee = await lockFee(scope, publicId)
      if (!fee) return refused('not-found')
      if (words.titles.length !== fee.instalments.length) return refused('changed-meanwhile')
      await Fee.update({ name: words.name }, { where: { id: fee.id, schoolId: scope.schoolId } })
      for (const [index, instalment] of fee.instalments.entries()) {
        const title = words.titles[index] ?? instalment.title
        await FeeInstalment.update({ title }, { where: { id: instalment.id, feeId: fee.id } })
        await renameDues(scope, { kind: 'fee', sourceId: instalment.id, name: words.name, title })
      }
      await recordAudit(scope, {
        action: 'fee.renamed',
        subject: { kind: 'fee', id: fee.id },
        details: { name: words.name, nameBefore: fee.name },
      })
      return done()
    },
    {
      fees_name: 'name-taken',
    },
  )
}
