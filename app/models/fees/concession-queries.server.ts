import { select, selectOne } from '~/database/connection.server'
import type { Stored } from '~/database/rows'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { ConcessionSize } from './concession-rules'
import type { ConcessionKind } from './options'

export interface ConcessionRow extends ConcessionSize {
  publicId: string
  studentId: string
  studentName: string
  enrollmentNumber: string
  className: string | null
  sessionName: string
  /** Null: all fees of the session. */
  feeName: string | null
  kind: ConcessionKind
  reason: string
  givenBy: string
  givenAt: Date
  isRemoved: boolean
  /** What it has taken off dues so far. */
  takenPaise: number
}

const columns = `t.public_id AS publicId, s.public_id AS studentId, CONCAT(s.first_name, ' ', s.last_name) AS studentName,
  s.enrollment_number AS enrollmentNumber, c.name AS className, a.name AS sessionName, f.name AS feeName, t.kind,
  t.percent_hundredths AS percentHundredths, t.amount_paise AS amountPaise, t.reason, t.given_by AS givenBy,
  t.created_at AS givenAt, t.removed_at IS NOT NULL AS isRemoved,
  (SELECT CAST(COALESCE(SUM(d.amount_paise), 0) AS SIGNED) FROM due_concessions d WHERE d.concession_id = t.id) AS takenPaise`

const tables = `concessions t JOIN students s ON s.id = t.student_id JOIN academic_sessions a ON a.id = t.academic_session_id
  LEFT JOIN fees f ON f.id = t.fee_id
  LEFT JOIN enrollments e ON e.student_id = t.student_id AND e.academic_session_id = t.academic_session_id
  LEFT JOIN classes c ON c.id = e.class_id`

const read = (row: Stored<ConcessionRow>): ConcessionRow => ({ ...row, isRemoved: Boolean(row.isRemoved) })

export const concessionSorts = ['given', 'student', 'class', 'taken'] as const

const orders: Record<(typeof concessionSorts)[number], readonly string[]> = {
  given: ['-CAST(t.id AS SIGNED)'],
  student: ['s.first_name', 's.last_name', 't.id'],
  class: ['c.position', 'c.name', 's.first_name', 't.id'],
  taken: ['takenPaise', 't.id'],
}

export interface ConcessionsWish extends ListQuery<(typeof concessionSorts)[number]> {
  /** Public ids, a kind, and 'removed' for those that have ended; '' for any, and for those that count. */
  filters: { session: string; class: string; kind: string; state: string }
}

/** Concessions of the school, the newest first unless another order is chosen. */
export function listConcessions(scope: SchoolScope, query: ConcessionsWish): Promise<Page<ConcessionRow>> {
  return selectPage<Stored<ConcessionRow>, ConcessionRow>(
    {
      columns,
      from: `${tables} WHERE t.school_id = :schoolId
        AND (CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!' OR s.enrollment_number LIKE :search ESCAPE '!')
        AND (:session = '' OR a.public_id = :session) AND (:class = '' OR c.public_id = :class)
        AND (:kind = '' OR t.kind = :kind) AND (t.removed_at IS NOT NULL) = (:state = 'removed')`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, search: containing(query.search), ...query.filters },
      read,
    },
    query,
  )
}

/** All concessions of one student, the newest first, the removed ones last. */
export async function concessionsOf(scope: SchoolScope, studentPublicId: string): Promise<ConcessionRow[]> {
  const rows = await select<Stored<ConcessionRow>>(
    `SELECT ${columns} FROM ${tables} WHERE t.school_id = :schoolId AND s.public_id = :studentPublicId
     ORDER BY t.removed_at IS NOT NULL, t.id DESC`,
    { schoolId: scope.schoolId, studentPublicId },
  )
  return rows.map(read)
}

export async function findConcession(scope: SchoolScope, publicId: string): Promise<ConcessionRow | null> {
  const row = await selectOne<Stored<ConcessionRow>>(
    `SELECT ${columns} FROM ${tables} WHERE t.school_id = :schoolId AND t.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && read(row)
}

export interface FeeOfStudent {
  publicId: string
  name: string
  sessionPublicId: string
  sessionName: string
  className: string
}

/** Fees that a student owes, has paid, or that the student's class has, the newest session first. */
export function feesOfStudent(scope: SchoolScope, studentPublicId: string): Promise<FeeOfStudent[]> {
  return select<FeeOfStudent>(
    `SELECT f.public_id AS publicId, f.name, a.public_id AS sessionPublicId, a.name AS sessionName, c.name AS className
     FROM students s JOIN fees f ON f.school_id = s.school_id
     JOIN academic_sessions a ON a.id = f.academic_session_id JOIN classes c ON c.id = f.class_id
     WHERE s.school_id = :schoolId AND s.public_id = :studentPublicId
       AND (EXISTS (SELECT 1 FROM enrollments e WHERE e.student_id = s.id
                    AND e.academic_session_id = f.academic_session_id AND e.class_id = f.class_id)
         OR EXISTS (SELECT 1 FROM fee_instalments i JOIN dues d ON d.kind = 'fee' AND d.source_id = i.id
                    AND d.student_id = s.id WHERE i.fee_id = f.id))
     ORDER BY a.starts_on DESC, f.name, f.id`,
    { schoolId: scope.schoolId, studentPublicId },
  )
}
