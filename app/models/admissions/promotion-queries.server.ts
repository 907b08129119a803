import { select, selectOne } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { PromotionOutcome } from './promotion-rules'

export interface PromotionView {
  publicId: string
  className: string
  fromName: string
  toName: string
  madeBy: string
  madeAt: Date
  undoneBy: string | null
  undoneAt: Date | null
  promoted: number
  stayed: number
  left: number
  completed: number
}

const columns = `p.public_id AS publicId, c.name AS className, a.name AS fromName, b.name AS toName, p.made_by AS madeBy,
  p.created_at AS madeAt, p.undone_by AS undoneBy, p.undone_at AS undoneAt`
const from = `promotions p
  JOIN classes c ON c.id = p.from_class_id
  JOIN academic_sessions a ON a.id = p.from_session_id
  JOIN academic_sessions b ON b.id = p.to_session_id
  LEFT JOIN promotion_rows r ON r.promotion_id = p.id`
const outcomes: readonly PromotionOutcome[] = ['promoted', 'stayed', 'left', 'completed']
const counts = outcomes.map((one) => `CAST(COALESCE(SUM(r.outcome = '${one}'), 0) AS SIGNED) AS \`${one}\``).join(', ')

/** The school's last promotions, the newest first. */
export function listPromotions(scope: SchoolScope, limit = 20): Promise<PromotionView[]> {
  return select<PromotionView>(
    `SELECT ${columns}, ${counts} FROM ${from} WHERE p.school_id = :schoolId
     GROUP BY p.id ORDER BY p.created_at DESC, p.id DESC LIMIT :limit`,
    { schoolId: scope.schoolId, limit },
  )
}

/** One promotion of the school, with the database's id for looking at what stands in the way of undoing. */
export function findPromotion(scope: SchoolScope, publicId: string): Promise<(PromotionView & { id: number }) | null> {
  return selectOne<PromotionView & { id: number }>(
    `SELECT p.id, ${columns}, ${counts} FROM ${from}
     WHERE p.school_id = :schoolId AND p.public_id = :publicId GROUP BY p.id`,
    { schoolId: scope.schoolId, publicId },
  )
}

export interface HistoryRow {
  publicId: string
  sessionName: string
  className: string
  sectionName: string
  rollNumber: number | null
  enrolledOn: string
  isCurrent: number
  leftOn: string | null
  began: PromotionOutcome | null
  ended: PromotionOutcome | null
}

/** A student's sessions, the newest first: place, roll number, and how each began and ended. */
export function findAcademicHistory(scope: SchoolScope, studentPublicId: string): Promise<HistoryRow[]> {
  const outcome = (column: string) =>
    `(SELECT r.outcome FROM promotion_rows r JOIN promotions p ON p.id = r.promotion_id AND p.undone_at IS NULL
      WHERE r.${column} = e.id ORDER BY p.id DESC LIMIT 1)`
  return select<HistoryRow>(
    `SELECT e.public_id AS publicId, a.name AS sessionName, c.name AS className, t.name AS sectionName,
       e.roll_number AS rollNumber, e.enrolled_on AS enrolledOn, a.is_current AS isCurrent, e.left_on AS leftOn,
       ${outcome('to_enrollment_id')} AS began, ${outcome('from_enrollment_id')} AS ended
     FROM students s
     JOIN enrollments e ON e.school_id = s.school_id AND e.student_id = s.id
     JOIN academic_sessions a ON a.id = e.academic_session_id
     JOIN classes c ON c.id = e.class_id
     JOIN sections t ON t.id = e.section_id
     WHERE s.school_id = :schoolId AND s.public_id = :studentPublicId ORDER BY a.starts_on DESC, a.id DESC`,
    { schoolId: scope.schoolId, studentPublicId },
  )
}
