import { inTransaction, number, selectRows, text } from '~/database/database.server'
import { notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/** Report cards of a section for one term of a scheme. */
type Cards = { schemeId: number; sectionId: number; termKey: string }

const studentsAtOnce = 100

export function enqueueCards({ schoolId }: SchoolScope, cards: Cards): Promise<void> {
  const { schemeId, sectionId, termKey } = cards
  const uniqueKey = `tell-cards:${schemeId}:${sectionId}:${termKey}`
  return enqueueJob({ kind: 'tell-cards', schoolId, payload: cards, uniqueKey })
}

/**
 * Notifies the families of a section whose card of the term is published, in batches. Skips cards that are withheld or
 * withdrawn when the job runs. Each family is notified once, even if the job repeats or the cards are published again.
 */
export async function tellCards(scope: SchoolScope, { schemeId, sectionId, termKey }: Cards): Promise<void> {
  const { schoolId } = scope
  for (let after = 0; ; ) {
    const from = after
    const students = await inTransaction(async () => {
      const rows = await selectRows(
        { studentId: number('k.student_id'), enrollmentId: number('k.enrollment_id'), scheme: text('t.name') },
        `FROM report_cards k JOIN report_schemes t ON t.id = k.scheme_id JOIN enrollments e ON e.id = k.enrollment_id
         WHERE k.school_id = :schoolId AND k.scheme_id = :schemeId AND k.term_key = :termKey AND e.section_id = :sectionId
           AND e.status = 'studying' AND k.student_id > :from AND NOT EXISTS (SELECT 1 FROM report_withholdings w
             WHERE w.scheme_id = k.scheme_id AND w.enrollment_id = k.enrollment_id)
         ORDER BY k.student_id LIMIT ${studentsAtOnce}`,
        { schoolId, schemeId, sectionId, termKey, from },
      )
      for (const { studentId, enrollmentId, scheme } of rows) {
        const onceKey = `card:${schemeId}:${termKey}:${enrollmentId}`
        await notifyFamily(scope, { event: 'results', studentId, values: { exam: scheme }, onceKey })
      }
      return rows
    })
    const last = students.at(-1)
    if (!last) return
    after = last.studentId
  }
}
