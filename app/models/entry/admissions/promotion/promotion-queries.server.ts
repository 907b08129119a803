import {
  instant,
  instantOrNull,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { Enrollment } from '~/models/people/academics/tables.server'
import { type PromotionOutcome, promotionOutcomes } from './promotion-rules'

const countColumns = promotionOutcomes.map((one) => [one, number(`COALESCE(SUM(r.outcome = '${one}'), 0)`)])
const promotion = {
  publicId: text('p.public_id'),
  className: text('c.name'),
  fromName: text('a.name'),
  toName: text('b.name'),
  madeBy: text('p.made_by'),
  madeAt: instant('p.created_at'),
  undoneBy: textOrNull('p.undone_by'),
  undoneAt: instantOrNull('p.undone_at'),
  ...(Object.fromEntries(countColumns) as Record<PromotionOutcome, ReturnType<typeof number>>),
}
const from = `FROM promotions p
  JOIN classes c ON c.id = p.from_class_id
  JOIN academic_sessions a ON a.id = p.from_session_id
  JOIN academic_sessions b ON b.id = p.to_session_id
  LEFT JOIN promotion_rows r ON r.promotion_id = p.id`

export function listPromotions({ schoolId }: SchoolScope, limit = 20) {
  const rest = 'WHERE p.school_id = :schoolId GROUP BY p.id ORDER BY p.created_at DESC, p.id DESC LIMIT :limit'
  return selectRows(promotion, `${from} ${rest}`, { schoolId, limit })
}

/** Finds one promotion of the school, with the row id that `undoObstacle` needs. */
export function findPromotion({ schoolId }: SchoolScope, publicId: string) {
  const rest = 'WHERE p.school_id = :schoolId AND p.public_id = :publicId GROUP BY p.id'
  return selectRow({ ...promotion, id: number('p.id') }, `${from} ${rest}`, { schoolId, publicId })
}

const outcome = (column: string) =>
  wordOf<PromotionOutcome | null>(
    `(SELECT r.outcome FROM promotion_rows r JOIN promotions p ON p.id = r.promotion_id AND p.undone_at IS NULL
      WHERE r.${column} = e.id ORDER BY p.id DESC LIMIT 1)`,
  )

const ofHistory = {
  ...columnsOf(Enrollment, 'e', 'publicId', 'rollNumber', 'enrolledOn', 'leftOn'),
  sessionName: text('a.name'),
  className: text('c.name'),
  sectionName: text('t.name'),
  isCurrent: number('a.is_current'),
  began: outcome('to_enrollment_id'),
  ended: outcome('from_enrollment_id'),
}

/** Lists a student's sessions, newest first: class section, roll number, and how each began and ended. */
export function findAcademicHistory({ schoolId }: SchoolScope, studentPublicId: string) {
  return selectRows(
    ofHistory,
    `FROM students s
     JOIN enrollments e ON e.school_id = s.school_id AND e.student_id = s.id
     JOIN academic_sessions a ON a.id = e.academic_session_id
     JOIN classes c ON c.id = e.class_id
     JOIN sections t ON t.id = e.section_id
     WHERE s.school_id = :schoolId AND s.public_id = :studentPublicId ORDER BY a.starts_on DESC, a.id DESC`,
    { schoolId, studentPublicId },
  )
}
