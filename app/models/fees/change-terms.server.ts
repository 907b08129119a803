import { execute, inTransaction, number, selectRows } from '~/database/database.server'
import { isBeingPaidSql } from '~/models/ledger/columns.server'
import { changeDues, renameDues } from '~/models/ledger/dues.server'
import { accrueFines } from '~/models/ledger/fines.server'
import { lockLedgers } from '~/models/ledger/locks.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { concedeRaisedFee } from './apply-concessions.server'
import { auditFee, lockFee } from './fees.server'
import type { FeePlan } from './queries.server'
import { type Instalment, partsOfInstalments, sumOf } from './rules'
import { Fee, FeeHead, FeeInstalment } from './tables.server'

/** What may change of a fee that somebody has paid: words, and amounts and dates for those who have not. As many heads and instalments as before. */
export interface FeeTerms {
  name: string
  /** Of each head, in paise; together what the instalments come to. */
  headAmounts: readonly number[]
  instalments: readonly Instalment[]
}

const reach = {
  dues: number('COUNT(*)'),
  unpaid: number(`COALESCE(SUM(d.paid_paise = 0 AND NOT ${isBeingPaidSql('d')}), 0)`),
  sourceId: number('d.source_id'),
}

/** Whom new terms touch: of each instalment that gets another date or amount, how many owe it whole, and how many have paid or begun to. */
export async function previewTerms({ schoolId }: SchoolScope, plan: FeePlan, terms: FeeTerms) {
  const changed = changesOf(plan, terms)
  if (changed.length === 0) return []
  const rows = await selectRows(
    reach,
    `FROM dues d WHERE d.school_id = :schoolId AND d.kind = 'fee' AND d.state = 'open' AND d.source_id IN (:ids) GROUP BY d.source_id`,
    { schoolId, ids: changed.map(({ before }) => before.id) },
  )
  return changed.map(({ before, after }) => {
    const { dues, unpaid } = rows.find((row) => row.sourceId === before.id) ?? { dues: 0, unpaid: 0 }
    const { title, dueOn, amountPaise } = before
    return {
      title,
      before: { dueOn, amountPaise },
      after: { dueOn: after.dueOn, amountPaise: after.amountPaise },
      unpaid,
      staying: dues - unpaid,
    }
  })
}

export type TermsPreview = Awaited<ReturnType<typeof previewTerms>>

/** The instalments that get another day, another amount, or another make-up of the same amount. */
function changesOf(plan: FeePlan, { headAmounts, instalments }: FeeTerms) {
  const heads = plan.heads.map((head, index) => ({ ...head, amountPaise: headAmounts[index] ?? head.amountPaise }))
  const [was, parts] = [partsOfInstalments(plan.heads, plan.instalments), partsOfInstalments(heads, instalments)]
  return plan.instalments.flatMap((before, index) => {
    const after = instalments[index]
    const ofAfter = parts[index] ?? []
    if (!after || (after.dueOn === before.dueOn && JSON.stringify(ofAfter) === JSON.stringify(was[index]))) return []
    return [{ before, after, parts: ofAfter }]
  })
}

/**
 * Changes the words of a fee for everybody, and dates and amounts for whoever has not paid the instalment nor begun to: their concessions are
 * reckoned anew, their late fines counted from the new day. What is paid, wholly or in part, stays as it was; receipts keep their words.
 *
 * Refuses `not-found`, `changed` (somebody saved the fee since `version`), `others` (not `unpaid` dues would change, as the preview said: somebody has
 * paid meanwhile) and `name-taken`.
 */
export function changeTerms(
  scope: SchoolScope,
  publicId: string,
  seen: { version: number; unpaid: number },
  terms: FeeTerms,
) {
  return inTransaction(
    async () => {
      const plan = await lockFee(scope, publicId)
      if (!plan) return refused('not-found')
      const isSame =
        terms.instalments.length === plan.instalments.length && terms.headAmounts.length === plan.heads.length
      if (plan.version !== seen.version || !isSame) return refused('changed')
      const changed = changesOf(plan, terms)
      const unpaid = await lockUnpaid(
        scope,
        changed.map(({ before }) => before.id),
      )
      if (unpaid.length !== seen.unpaid) return refused('others')
      await writeTerms(scope, plan, terms)
      for (const { before, after, parts } of changed) {
        const dueIds = unpaid.filter((due) => due.sourceId === before.id).map((due) => due.id)
        await forgetConcessions(dueIds)
        await changeDues(scope, dueIds, { dueOn: after.dueOn, amountPaise: after.amountPaise, parts })
      }
      const studentIds = [...new Set(unpaid.map((due) => due.studentId))]
      await concedeRaisedFee(scope, plan, studentIds)
      await accrueFines(scope, studentIds)
      await auditFee(scope, changed.length > 0 ? 'fee.terms-changed' : 'fee.renamed', plan.id, {
        name: terms.name,
        nameBefore: plan.name,
        ...(changed.length > 0
          ? {
              totalPaise: sumOf(terms.instalments),
              totalPaiseBefore: sumOf(plan.instalments),
              dueDates: terms.instalments.map(({ dueOn }) => dueOn).join(', '),
              dueDatesBefore: plan.instalments.map(({ dueOn }) => dueOn).join(', '),
              students: studentIds.length,
              dues: unpaid.length,
            }
          : {}),
      })
      return done()
    },
    { fees_name: 'name-taken' },
  )
}

const unpaidDue = { id: number('d.id'), sourceId: number('d.source_id'), studentId: number('d.student_id') }

/** The dues of these instalments that nobody has paid or is paying, with the ledgers of their students locked. */
async function lockUnpaid(scope: SchoolScope, sourceIds: readonly number[]) {
  if (sourceIds.length === 0) return []
  const read = () =>
    selectRows(
      unpaidDue,
      `FROM dues d WHERE d.school_id = :schoolId AND d.kind = 'fee' AND d.state = 'open' AND d.source_id IN (:ids)
         AND d.paid_paise = 0 AND NOT ${isBeingPaidSql('d')} ORDER BY d.id`,
      { schoolId: scope.schoolId, ids: [...sourceIds] },
    )
  await lockLedgers(scope, [...new Set((await read()).map((due) => due.studentId))])
  // Who has paid until the lock was there pays as before.
  return read()
}

async function writeTerms(scope: SchoolScope, plan: FeePlan, { name, headAmounts, instalments }: FeeTerms) {
  await Fee.update({ name, version: plan.version + 1 }, { where: { id: plan.id, schoolId: scope.schoolId } })
  for (const [position, amountPaise] of headAmounts.entries())
    await FeeHead.update({ amountPaise }, { where: { feeId: plan.id, position } })
  for (const [index, { id }] of plan.instalments.entries()) {
    const after = instalments[index]
    if (!after) continue
    const { title, dueOn, amountPaise } = after
    await FeeInstalment.update({ title, dueOn, amountPaise }, { where: { id, feeId: plan.id } })
    await renameDues(scope, { kind: 'fee', sourceId: id, name, title })
  }
}

/** What concessions took off these dues is taken off anew afterwards, of the new amount. */
async function forgetConcessions(dueIds: readonly number[]) {
  if (dueIds.length === 0) return
  await execute('DELETE FROM due_concessions WHERE due_id IN (:ids)', { ids: [...dueIds] })
}
