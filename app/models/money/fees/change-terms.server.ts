import { execute, inTransaction, number, selectRows } from '~/database/database.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { isBeingPaidSql } from '~/models/money/ledger/books/columns.server'
import { changeDues, renameDues } from '~/models/money/ledger/dues.server'
import { accrueFines } from '~/models/money/ledger/fines.server'
import { lockLedgers } from '~/models/money/ledger/locks.server'
import { concedeRaisedFee } from './apply-concessions.server'
import { auditFee, lockFee } from './fees.server'
import type { FeePlan } from './queries.server'
import { type Instalment, partsOfInstalments, sumOf } from './rules'
import { Fee, FeeHead, FeeInstalment } from './tables.server'

/**
 * What may change in a fee with payments: its texts, and the amounts and dates of unpaid dues. Heads and instalments
 * cannot be added or removed.
 */
export interface FeeTerms {
  name: string
  /** Amount of each head, in paise; their sum must equal that of the instalments. */
  headAmounts: readonly number[]
  instalments: readonly Instalment[]
}

const reach = {
  dues: number('COUNT(*)'),
  unpaid: number(`COALESCE(SUM(d.paid_paise = 0 AND NOT ${isBeingPaidSql('d')}), 0)`),
  sourceId: number('d.source_id'),
}

/**
 * Previews new terms: for each instalment whose date or amount changes, the number of unpaid dues, which would change,
 * and of paid or part-paid dues, which would stay.
 */
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

/** Returns the instalments whose date, amount or split among the heads changes. */
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
 * Changes a fee's texts for everyone, and the dates and amounts of its unpaid dues: reapplies their concessions, and
 * counts their late fines from the new date. Dues paid in part or in full stay; receipts keep their texts. Refuses
 * `not-found`, `changed` (saved since `version`), `others` (the number of unpaid dues differs from the preview) and
 * `name-taken`.
 */
export function changeTerms(
  scope: SchoolScope,
  publicId: string,
  seenState: { version: number; unpaid: number },
  terms: FeeTerms,
) {
  return inTransaction(
    async () => {
      const plan = await lockFee(scope, publicId)
      if (!plan) return refused('not-found')
      const isSame =
        terms.instalments.length === plan.instalments.length && terms.headAmounts.length === plan.heads.length
      if (plan.version !== seenState.version || !isSame) return refused('changed')
      const changed = changesOf(plan, terms)
      const unpaid = await lockUnpaid(
        scope,
        changed.map(({ before }) => before.id),
      )
      if (unpaid.length !== seenState.unpaid) return refused('others')
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

/** Returns the dues of these instalments without a payment, and locks their students' ledgers. */
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
  // Reads again under the lock: a due paid before the lock keeps its old terms.
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

/** Removes what concessions took off these dues; the caller reapplies the concessions to the new amounts. */
async function forgetConcessions(dueIds: readonly number[]) {
  if (dueIds.length === 0) return
  await execute('DELETE FROM due_concessions WHERE due_id IN (:ids)', { ids: [...dueIds] })
}
