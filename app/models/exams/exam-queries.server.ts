import { select, selectOne } from '~/database/connection.server'
import type { Stored } from '~/database/rows'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { ExamType } from './options'

export interface ExamRow {
  publicId: string
  name: string
  type: ExamType
  className: string
  sessionName: string
  /** YYYY-MM-DD */
  startsOn: string
  endsOn: string
  published: boolean
  papers: number
}

export const examSorts = ['newest', 'name', 'class'] as const

const orders: Record<(typeof examSorts)[number], readonly string[]> = {
  newest: ['-TO_DAYS(x.starts_on)', 'c.position', 'c.name', 'x.id'],
  name: ['x.name', '-TO_DAYS(x.starts_on)', 'c.position', 'x.id'],
  class: ['c.position', 'c.name', '-TO_DAYS(x.starts_on)', 'x.id'],
}

const tables = `exams x JOIN classes c ON c.school_id = x.school_id AND c.id = x.class_id
       JOIN academic_sessions a ON a.school_id = x.school_id AND a.id = x.academic_session_id`

/**
 * SQL: the staff user `:teacherId` marks something in the exam `x` of the session `a`: as class teacher of a section of its class
 * now, or by the timetable of the exam's session.
 */
const taughtByTeacher = `(EXISTS (SELECT 1 FROM teachers h JOIN sections t ON t.school_id = h.school_id AND t.class_teacher_id = h.id
         WHERE h.school_id = x.school_id AND h.staff_user_id = :teacherId AND h.status = 'active'
           AND t.class_id = x.class_id AND a.is_current = 1)
       OR EXISTS (SELECT 1 FROM teachers h JOIN timetable_entries n ON n.school_id = h.school_id AND n.teacher_id = h.id
         JOIN sections t ON t.id = n.section_id
         WHERE h.school_id = x.school_id AND h.staff_user_id = :teacherId AND h.status = 'active'
           AND n.academic_session_id = x.academic_session_id AND t.class_id = x.class_id))`

export interface ExamFilters {
  type: string
  /** Public ids, '' for all. */
  classId: string
  sessionId: string
  status: string
  results: string
  /** YYYY-MM-DD: what status means today. */
  today: string
  /** A teacher's staff user: only exams with something of the own. Null: all. */
  teacherId: number | null
}

/** Exams, the latest first. */
export function listExams(
  scope: SchoolScope,
  query: ListQuery<(typeof examSorts)[number]> & ExamFilters,
): Promise<Page<ExamRow>> {
  const { type, classId, sessionId, status, results, today, teacherId } = query
  return selectPage<Stored<ExamRow>, ExamRow>(
    {
      columns: `x.public_id AS publicId, x.name, x.type, c.name AS className, a.name AS sessionName,
       x.starts_on AS startsOn, x.ends_on AS endsOn, x.published_at IS NOT NULL AS published,
       (SELECT COUNT(*) FROM exam_papers p WHERE p.school_id = x.school_id AND p.exam_id = x.id) AS papers`,
      from: `${tables} WHERE x.school_id = :schoolId
         AND (x.name LIKE :search ESCAPE '!' OR x.description LIKE :search ESCAPE '!')
         AND (:type = '' OR x.type = :type) AND (:classId = '' OR c.public_id = :classId)
         AND (:sessionId = '' OR a.public_id = :sessionId)
         AND (:status = '' OR :status = CASE WHEN :today < x.starts_on THEN 'upcoming'
           WHEN :today > x.ends_on THEN 'completed' ELSE 'ongoing' END)
         AND (:results = '' OR (:results = 'published') = (x.published_at IS NOT NULL))
         ${teacherId === null ? '' : `AND ${taughtByTeacher}`}`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        search: containing(query.search),
        type,
        classId,
        sessionId,
        status,
        results,
        today,
        teacherId,
      },
      read: (row) => ({ ...row, published: Boolean(row.published) }),
    },
    query,
  )
}

export interface ExamRecord {
  id: number
  publicId: string
  name: string
  description: string | null
  type: ExamType
  startsOn: string
  endsOn: string
  published: boolean
  classId: number
  classPublicId: string
  className: string
  sessionId: number
  sessionPublicId: string
  sessionName: string
}

/** One exam of the school. */
export async function findExam(scope: SchoolScope, publicId: string): Promise<ExamRecord | null> {
  const row = await selectOne<Omit<ExamRecord, 'published'> & { published: number }>(
    `SELECT x.id, x.public_id AS publicId, x.name, x.description, x.type, x.starts_on AS startsOn, x.ends_on AS endsOn,
       x.published_at IS NOT NULL AS published, c.id AS classId, c.public_id AS classPublicId, c.name AS className,
       a.id AS sessionId, a.public_id AS sessionPublicId, a.name AS sessionName
     FROM ${tables} WHERE x.school_id = :schoolId AND x.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && { ...row, published: row.published === 1 }
}

/**
 * The exam, with its row locked until the transaction ends: `alone` for whoever changes the exam or publishes it, `together` for
 * those who enter marks, who need only that it stays as it is.
 */
export async function lockExam(
  scope: SchoolScope,
  publicId: string,
  how: 'alone' | 'together',
): Promise<ExamRecord | null> {
  const found = await selectOne(
    `SELECT id FROM exams WHERE school_id = :schoolId AND public_id = :publicId
     ${how === 'alone' ? 'FOR UPDATE' : 'LOCK IN SHARE MODE'}`,
    { schoolId: scope.schoolId, publicId },
  )
  return found && findExam(scope, publicId)
}

export interface MarkPlace {
  sectionId: number
  /** Null: every subject, as the class teacher. */
  subjectId: number | null
}

/**
 * Where a teacher enters and sees marks of an exam: all subjects of a section whose class teacher they are now (exams of the
 * current session only: last year's pupils are another's), and the subjects they teach by the timetable of the exam's session.
 */
export async function placesOfTeacher(
  scope: SchoolScope,
  staffUserId: number,
  examPublicId: string,
): Promise<MarkPlace[]> {
  const rows = await select<{ sectionId: number; subjectId: string | number | null }>(
    `SELECT t.id AS sectionId, NULL AS subjectId
     FROM exams x JOIN academic_sessions a ON a.id = x.academic_session_id AND a.is_current = 1
     JOIN sections t ON t.school_id = x.school_id AND t.class_id = x.class_id
     JOIN teachers h ON h.school_id = t.school_id AND h.id = t.class_teacher_id
     WHERE x.school_id = :schoolId AND x.public_id = :examPublicId AND h.staff_user_id = :staffUserId AND h.status = 'active'
     UNION
     SELECT n.section_id, n.subject_id
     FROM exams x JOIN sections t ON t.school_id = x.school_id AND t.class_id = x.class_id
     JOIN timetable_entries n ON n.school_id = x.school_id AND n.academic_session_id = x.academic_session_id
       AND n.section_id = t.id
     JOIN teachers h ON h.school_id = n.school_id AND h.id = n.teacher_id
     WHERE x.school_id = :schoolId AND x.public_id = :examPublicId AND h.staff_user_id = :staffUserId AND h.status = 'active'`,
    { schoolId: scope.schoolId, staffUserId, examPublicId },
  )
  // A column that is null in one half of a UNION comes as text in the other.
  return rows.map(({ sectionId, subjectId }) => ({
    sectionId,
    subjectId: subjectId === null ? null : Number(subjectId),
  }))
}
