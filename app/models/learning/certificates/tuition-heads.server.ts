import { execute, insertRows, inTransaction, number, selectRows, text } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { hasHeadsSql, headSql } from '~/models/money/ledger/books/tuition.server'

const columns = {
  head: text(`MIN(${headSql})`),
  /** 1 if the head is tuition, otherwise 0: as the school classified it, or else by the kind of its fee head. */
  isTuition: number(`COALESCE(MAX(k.is_tuition), MAX(EXISTS (SELECT 1 FROM fee_heads h JOIN fees f ON f.id = h.fee_id
    WHERE f.school_id = d.school_id AND h.kind = 'tuition' AND h.name = ${headSql})))`),
  isMarked: number('MAX(k.head IS NOT NULL)'),
}

/** Lists every head ever charged, by name, with the school's classification. */
export async function listHeads({ schoolId }: SchoolScope) {
  const rows = await selectRows(
    columns,
    `FROM dues d LEFT JOIN due_parts t ON t.due_id = d.id
     LEFT JOIN tuition_marks k ON k.school_id = d.school_id AND k.head = ${headSql}
     WHERE d.school_id = :schoolId AND ${hasHeadsSql} GROUP BY ${headSql} ORDER BY 1`,
    { schoolId },
  )
  return rows.map(({ head, isTuition, isMarked }) => ({ head, isTuition: isTuition === 1, isMarked: isMarked === 1 }))
}

/**
 * Saves whether each of the `shownHeads` is tuition; heads added since stay unclassified. Issued certificates stay
 * unchanged.
 */
export function markHeads(scope: SchoolScope, shownHeads: readonly string[], tuition: readonly string[]) {
  const { schoolId } = scope
  return inTransaction(async () => {
    const heads = (await listHeads(scope)).map(({ head }) => head).filter((head) => shownHeads.includes(head))
    const tuitionHeads = heads.filter((head) => tuition.includes(head))
    if (heads.length > 0) {
      await execute('DELETE FROM tuition_marks WHERE school_id = :schoolId AND head IN (:heads)', { schoolId, heads })
      const rows = heads.map((head) => [schoolId, head, tuitionHeads.includes(head) ? 1 : 0])
      await insertRows('tuition_marks', ['school_id', 'head', 'is_tuition'], rows)
    }
    const details = {
      tuition: tuitionHeads.join(', '),
      other: heads.filter((head) => !tuitionHeads.includes(head)).join(', '),
    }
    await recordAudit(scope, { action: 'tuition-heads.saved', subject: { kind: 'school', id: schoolId }, details })
    return done()
  })
}
