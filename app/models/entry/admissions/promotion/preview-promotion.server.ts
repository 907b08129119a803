import { number, selectRows } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lastResults } from '~/models/learning/exams/results/last-result.server'
import { findSessions } from '~/models/people/academics/queries.server'
import { fullName } from '~/models/people/students/rules'
import { type ClassWithSections, findPromotionClasses, listPromotionStudents } from './promotion-class.server'
import { proposeSections } from './promotion-rules'

export type PromotionPreview = NonNullable<Awaited<ReturnType<typeof previewPromotion>>>

/**
 * Previews the promotion of a class; null when a session or the class is not the school's. `rows` are the students to
 * promote: `proposed` is a section's public id, 'complete' or 'skip', and `lastResult` is from the ending session, null
 * if none is published. `enrolled` students already have a section in the target session. `sections` are those of the
 * next class, then those of the class itself.
 */
export async function previewPromotion(
  scope: SchoolScope,
  choice: { from: string; to: string; class: string; section: string; next: string },
) {
  const sessions = await findSessions(scope, [choice.from, choice.to])
  const [from, to] = [choice.from, choice.to].map((id) => sessions.find(({ publicId }) => publicId === id))
  const classes = from && to && (await findPromotionClasses(scope, choice, to.id))
  if (!classes) return null
  const { own, next } = classes
  const studentFilter = { fromSessionId: from.id, toSessionId: to.id, classId: own.id, section: choice.section }
  const [students, fees] = await Promise.all([
    listPromotionStudents(scope, studentFilter),
    feesOfClasses(scope, to.id, [own.id, next?.id ?? 0]),
  ])
  const open = students.filter((student) => student.placeBySession === null)
  const results = await lastResults(
    scope,
    open.map(({ enrollmentId }) => enrollmentId),
  )
  const proposed = proposeSections(open, next?.sections ?? null)
  const sectionsOf = ({ id, name: className, sections }: ClassWithSections) => {
    const { duesEach = 0, paiseEach = 0 } = fees.find(({ classId }) => classId === id) ?? {}
    return sections.map(({ id: _, ...section }) => ({ ...section, className, duesEach, paiseEach }))
  }
  return {
    fromName: from.name,
    toName: to.name,
    className: own.name,
    isLastClass: next === null,
    rows: open.map((student, index) => ({
      enrollment: student.enrollmentPublicId,
      name: fullName(student),
      sectionName: student.sectionName,
      rollNumber: student.rollNumber,
      rte: student.rte,
      isActive: student.isActive,
      lastResult: results.get(student.enrollmentId) ?? null,
      proposed: proposed[index] ?? 'skip',
    })),
    enrolled: students.flatMap((student) =>
      student.placeBySession === null ? [] : [{ name: fullName(student), place: student.placeBySession }],
    ),
    sections: [...(next ? sectionsOf(next) : []), ...sectionsOf(own)],
  }
}

const duesPerStudent = {
  classId: number('f.class_id'),
  duesEach: number('COUNT(*)'),
  paiseEach: number('SUM(i.amount_paise)'),
}

/**
 * Counts and sums (in paise) the dues that a student without RTE will have in each of these classes: the fees assigned
 * in the session.
 */
function feesOfClasses({ schoolId }: SchoolScope, sessionId: number, classIds: number[]) {
  return selectRows(
    duesPerStudent,
    `FROM fees f JOIN fee_instalments i ON i.fee_id = f.id
     WHERE f.school_id = :schoolId AND f.academic_session_id = :sessionId AND f.class_id IN (:classIds)
       AND f.assigned_at IS NOT NULL GROUP BY f.class_id`,
    { schoolId, sessionId, classIds },
  )
}
